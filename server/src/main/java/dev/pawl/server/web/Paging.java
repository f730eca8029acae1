package dev.pawl.server.web;

import dev.pawl.server.problem.ApiException;
import java.util.UUID;

/** Limits and cursors of pages. */
public final class Paging {

  /** The largest number of items that a page can have. */
  public static final int MAX_LIMIT = 1_000;

  private Paging() {}

  /**
   * Parses the cursor of a list whose items have UUIDs.
   *
   * @throws ApiException if it is not a UUID
   */
  public static UUID parseCursor(String after) {
    return IdParameters.parse(after)
        .orElseThrow(
            () -> ApiException.malformed("after: use the value of next of an earlier page"));
  }
}
