package dev.pawl.server.failure;

import dev.pawl.postgres.failure.FailureFamilies.MatchingFamily;
import dev.pawl.postgres.failure.FamilyKey;
import dev.pawl.server.failure.FailureFamilyView.FailureStatus;
import dev.pawl.server.problem.ApiException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Comparator;
import java.util.Optional;

/** A place in the list of families: by status, the largest first. */
record FamilyCursor(int rank, long count, String id) implements Comparable<FamilyCursor> {

  private static final Comparator<FamilyCursor> ORDER =
      Comparator.comparingInt(FamilyCursor::rank)
          .thenComparing(Comparator.comparingLong(FamilyCursor::count).reversed())
          .thenComparing(FamilyCursor::id);

  static FamilyCursor of(MatchingFamily family) {
    return new FamilyCursor(
        FailureStatus.valueOf(family.status()).ordinal(), family.count(), family.id());
  }

  /**
   * Parses a cursor; empty for the first page.
   *
   * @throws ApiException if it is none
   */
  static Optional<FamilyCursor> parse(String text) {
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII).split(" ", 3);
      if (parts.length == 3 && FamilyKey.isId(parts[2])) {
        return Optional.of(
            new FamilyCursor(Integer.parseInt(parts[0]), Long.parseLong(parts[1]), parts[2]));
      }
    } catch (IllegalArgumentException e) {
      // The answer below says what is allowed.
    }
    throw ApiException.malformed("after: use the value of next of an earlier page");
  }

  String text() {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString((rank + " " + count + " " + id).getBytes(StandardCharsets.US_ASCII));
  }

  @Override
  public int compareTo(FamilyCursor other) {
    return ORDER.compare(this, other);
  }
}
