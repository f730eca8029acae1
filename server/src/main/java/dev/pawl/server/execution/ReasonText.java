package dev.pawl.server.execution;

import dev.pawl.model.NameLimit;
import dev.pawl.server.problem.ApiException;
import org.jspecify.annotations.Nullable;

/** Validates the reasons that operators give for their actions. */
public final class ReasonText {

  /** Description of a reason in the OpenAPI document. */
  public static final String DESCRIPTION =
      "Reason of the caller, for the audit and the history; at most 1,000 characters.";

  /** Example of a reason in the OpenAPI document. */
  public static final String EXAMPLE = "duplicate order";

  static final int MAX_LENGTH = 1_000;

  private ReasonText() {}

  /**
   * Returns the reason, or an empty string if it is null.
   *
   * @throws ApiException if it is too long or cannot be stored
   */
  public static String require(@Nullable String reason) {
    if (reason != null && reason.length() > MAX_LENGTH) {
      throw ApiException.refused(
          "bad-reason", "reason: may have at most " + MAX_LENGTH + " characters; shorten it");
    }
    String why = reason == null ? "" : reason;
    NameLimit.unstorable("a reason", why)
        .ifPresent(
            problem -> {
              throw ApiException.refused("bad-reason", problem);
            });
    return why;
  }
}
