package dev.pawl.server.feed;

import dev.pawl.postgres.feed.DbSnapshot;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.server.problem.ApiException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The position of a reader in the feed. Facts become visible in no fixed order, so the feed moves
 * from one database snapshot to the next and sends what is new in the later one, ordered by time. A
 * cursor consists of two snapshots and the last fact sent between them.
 *
 * @param since earlier snapshot; everything visible in it has been sent
 * @param until later snapshot, in the notation of PostgreSQL
 * @param last position of the last fact sent between them
 */
record FeedCursor(DbSnapshot since, String until, FactKey.Spot last) {

  private static final Pattern SNAPSHOT = Pattern.compile("\\d{1,18}:\\d{1,18}:[\\d,]{0,4000}");

  private static final int PART_COUNT = 4;

  /** Returns the cursor at which all of a snapshot, and nothing after it, has been sent. */
  static FeedCursor at(DbSnapshot moment) {
    return new FeedCursor(moment, moment.state(), FactKey.Spot.FIRST);
  }

  FeedCursor after(FactKey.Spot last) {
    return new FeedCursor(since, until, last);
  }

  /**
   * Returns true if everything that may have been sent up to this cursor is visible in the
   * snapshot.
   */
  boolean isWithin(DbSnapshot moment) {
    Snapshot sent = Snapshot.of(until);
    Snapshot known = Snapshot.of(moment.state());
    return sent.end() <= known.end()
        && known.open().stream()
            .allMatch(number -> number >= sent.end() || sent.open().contains(number));
  }

  /**
   * A parsed PostgreSQL snapshot.
   *
   * @param end first transaction number that had not begun
   * @param open transactions below {@code end} that were in progress
   */
  private record Snapshot(long end, Set<Long> open) {
    static Snapshot of(String text) {
      String[] parts = text.split(":", 3);
      return new Snapshot(
          Long.parseLong(parts[1]),
          Stream.of(parts[2].split(","))
              .filter(number -> !number.isEmpty())
              .map(Long::valueOf)
              .collect(Collectors.toSet()));
    }
  }

  static FeedCursor parse(String text) {
    try {
      String[] parts = text.split("\\.", PART_COUNT);
      String[] states =
          new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.US_ASCII)
              .split(" ", 3);
      checkState(states[0]);
      checkState(states[2]);
      return new FeedCursor(
          new DbSnapshot(states[0], instant(states[1])),
          states[2],
          new FactKey.Spot(
              instant(parts[1]), UUID.fromString(parts[2]), Integer.parseInt(parts[3])));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      throw ApiException.malformed("Last-Event-ID is not the id of an event of this feed");
    }
  }

  /** Validates here because the database would reject it only after the response has begun. */
  private static void checkState(String text) {
    String[] parts = text.split(":", 3);
    boolean isState = SNAPSHOT.matcher(text).matches();
    long last = isState ? Long.parseLong(parts[0]) : 0;
    long end = isState ? Long.parseLong(parts[1]) : 0;
    isState &= last > 0 && last <= end;
    if (isState && !parts[2].isEmpty()) {
      for (String open : parts[2].split(",", -1)) {
        long number = Long.parseLong(open);
        isState &= number >= last && number < end;
        last = number;
      }
    }
    if (!isState) {
      throw new IllegalArgumentException("no state of a database");
    }
  }

  private static Instant instant(String micros) {
    return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
  }

  /** Returns the part of an event id that all facts between the two snapshots share. */
  String states() {
    String text = String.join(" ", since.state(), micros(since.taken()), until);
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  static String id(String states, FactKey.Spot last) {
    return states + '.' + micros(last.at()) + '.' + last.execution() + '.' + last.seq();
  }

  @Override
  public String toString() {
    return id(states(), last);
  }

  private static String micros(Instant at) {
    return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, at));
  }
}
