package dev.pawl.server.flow;

import dev.pawl.server.problem.Refusal;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The revision that a change was made from.
 *
 * @param revision empty where any will do
 */
record Upon(OptionalInt revision) {

  /** As the header If-Match says it. */
  static Upon of(@Nullable String ifMatch) {
    if (ifMatch == null || ifMatch.equals("*")) {
      return new Upon(OptionalInt.empty());
    }
    try {
      return of(Integer.parseInt(ifMatch.replace("\"", "").strip()));
    } catch (NumberFormatException e) {
      throw malformed();
    }
  }

  private static Upon of(int revision) {
    if (revision < 1) {
      throw malformed();
    }
    return new Upon(OptionalInt.of(revision));
  }

  private static Refusal malformed() {
    return Refusal.malformed("If-Match is the revision that the draft was read with, a number");
  }

  /** This, or else what the body says. */
  Upon or(@Nullable Integer inBody) {
    return revision.isPresent() || inBody == null ? this : of(inBody);
  }

  /** Fails if there is a newer one. */
  void mustBe(FlowRecord flow) {
    if (revision.isPresent() && revision.getAsInt() != flow.revision()) {
      throw Refusal.conflict(
          "newer-revision",
          "the draft is at revision %d, not %d: read it again and go on from there"
              .formatted(flow.revision(), revision.getAsInt()));
    }
  }
}
