package dev.pawl.server.feed;

import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.Moment;
import dev.pawl.server.problem.Refusal;
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
 * How far a reader of the feed is. Facts become visible in batches whose order nobody knows, so the
 * feed goes from one state of the database to the next: what is in the later one and was not in the
 * earlier one, by time. A place is a pair of states and the last fact that was told between them.
 *
 * @param since the earlier state; all of it was told
 * @param until the later state
 */
record Place(Moment since, String until, FactKey.Spot last) {

  private static final Pattern SNAPSHOT = Pattern.compile("\\d{1,18}:\\d{1,18}:[\\d,]{0,4000}");

  private static final int PARTS = 4;

  /** All of a state was told, and nothing of what comes after it. */
  static Place at(Moment moment) {
    return new Place(moment, moment.state(), FactKey.Spot.FIRST);
  }

  Place after(FactKey.Spot told) {
    return new Place(since, until, told);
  }

  /** Whether all that may have been told up to here was durable then. */
  boolean isWithin(Moment moment) {
    Snapshot told = Snapshot.of(until);
    Snapshot known = Snapshot.of(moment.state());
    return told.end() <= known.end()
        && known.open().stream()
            .allMatch(number -> number >= told.end() || told.open().contains(number));
  }

  /**
   * A state, as PostgreSQL writes it.
   *
   * @param end transactions from this number on had not begun
   * @param open those before it that had not ended
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

  static Place parse(String text) {
    try {
      String[] parts = text.split("\\.", PARTS);
      String[] states =
          new String(Base64.getUrlDecoder().decode(parts[0]), StandardCharsets.US_ASCII)
              .split(" ", 3);
      checkState(states[0]);
      checkState(states[2]);
      return new Place(
          new Moment(states[0], instant(states[1])),
          states[2],
          new FactKey.Spot(
              instant(parts[1]), UUID.fromString(parts[2]), Integer.parseInt(parts[3])));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      throw Refusal.malformed("Last-Event-ID is not the id of an event of this feed");
    }
  }

  /** The database would refuse it, but too late for an answer. */
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

  /** The part that all facts between two states have in common. */
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
