package dev.pawl.server.web;

import dev.pawl.server.problem.Refusal;
import java.util.UUID;

/** How long pages may be, and where they begin. */
public final class Paging {

  public static final int MOST = 1_000;

  private Paging() {}

  public static int checked(int limit) {
    if (limit < 1 || limit > MOST) {
      throw Refusal.malformed(
          "limit: %d is not a whole number from 1 to %d".formatted(limit, MOST));
    }
    return limit;
  }

  /** The place behind which a page begins, in lists whose places are ids. */
  public static UUID place(String after) {
    return Ids.parse(after)
        .orElseThrow(() -> Refusal.malformed("after is what an earlier page calls next"));
  }
}
