package dev.pawl.server.execution;

import dev.pawl.model.NameLimit;
import dev.pawl.server.problem.Refusal;
import org.jspecify.annotations.Nullable;

/** Why operators do something, in their words, for those who look later. */
public final class Reasons {

  static final int LONGEST = 1_000;

  private Reasons() {}

  /**
   * Empty if there is none.
   *
   * @throws Refusal if it is too long, or cannot be stored
   */
  public static String checked(@Nullable String reason) {
    if (reason != null && reason.length() > LONGEST) {
      throw Refusal.refused(
          "bad-reason", "a reason has at most " + LONGEST + " characters; shorten it");
    }
    String why = reason == null ? "" : reason;
    NameLimit.unstorable("a reason", why)
        .ifPresent(
            problem -> {
              throw Refusal.refused("bad-reason", problem);
            });
    return why;
  }
}
