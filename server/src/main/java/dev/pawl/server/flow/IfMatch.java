package dev.pawl.server.flow;

import dev.pawl.postgres.flow.StoredFlow;
import dev.pawl.server.problem.ApiException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * The draft revision that a change is based on.
 *
 * @param revision expected revision; empty if any revision is accepted
 */
record IfMatch(OptionalInt revision) {

  /**
   * Parses the value of an If-Match header; absent or {@code *} accepts any revision.
   *
   * @throws ApiException if the value is not a positive number
   */
  static IfMatch of(@Nullable String ifMatch) {
    if (ifMatch == null || ifMatch.equals("*")) {
      return new IfMatch(OptionalInt.empty());
    }
    try {
      return of(Integer.parseInt(ifMatch.replace("\"", "").strip()));
    } catch (NumberFormatException e) {
      throw malformed();
    }
  }

  private static IfMatch of(int revision) {
    if (revision < 1) {
      throw malformed();
    }
    return new IfMatch(OptionalInt.of(revision));
  }

  private static ApiException malformed() {
    return ApiException.malformed(
        "If-Match: must be the revision number that the draft was read with");
  }

  /** Returns this condition if it names a revision, otherwise the one in the request body. */
  IfMatch or(@Nullable Integer inBody) {
    return revision.isPresent() || inBody == null ? this : of(inBody);
  }

  /**
   * Verifies that the flow has the expected revision.
   *
   * @throws ApiException if the draft has another revision
   */
  void require(StoredFlow flow) {
    if (revision.isPresent() && revision.getAsInt() != flow.revision()) {
      throw ApiException.conflict(
          "newer-revision",
          "the draft is at revision %d, not %d: read it again and apply your change to that revision"
              .formatted(flow.revision(), revision.getAsInt()));
    }
  }
}
