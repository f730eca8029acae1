package dev.pawl.server.feed;

import dev.pawl.server.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * How far a reader of the feed is. Facts become visible in batches whose order nobody knows, so the
 * feed goes from one state of the database to the next: what is in the later one and was not in the
 * earlier one, by time. A place is a pair of states and the last fact that was told between them.
 *
 * @param since the earlier state; all of it was told
 * @param taken when that state was
 * @param until the later state
 */
record Place(String since, Instant taken, String until, Last last) {

  private static final Pattern SNAPSHOT = Pattern.compile("\\d{1,20}:\\d{1,20}:[\\d,]{0,4000}");

  private static final int PARTS = 6;

  /** A fact; those at the same time go by execution and number. */
  record Last(Instant at, UUID execution, int seq) {
    static final Last NONE = new Last(Instant.EPOCH, new UUID(0, 0), 0);
  }

  /** All of a state was told, and nothing of what comes after it. */
  static Place at(String state, Instant taken) {
    return new Place(state, taken, state, Last.NONE);
  }

  static Place parse(String text) {
    try {
      String[] parts =
          new String(Base64.getUrlDecoder().decode(text), StandardCharsets.US_ASCII)
              .split(" ", PARTS);
      if (!SNAPSHOT.matcher(parts[0]).matches() || !SNAPSHOT.matcher(parts[2]).matches()) {
        throw new IllegalArgumentException("no state of a database");
      }
      return new Place(
          parts[0],
          instant(parts[1]),
          parts[2],
          new Last(instant(parts[3]), UUID.fromString(parts[4]), Integer.parseInt(parts[5])));
    } catch (IllegalArgumentException | IndexOutOfBoundsException | ArithmeticException e) {
      throw Refusal.malformed("Last-Event-ID is not the id of an event of this feed");
    }
  }

  private static Instant instant(String micros) {
    return Instant.EPOCH.plus(Long.parseLong(micros), ChronoUnit.MICROS);
  }

  @Override
  public String toString() {
    String text =
        String.join(
            " ",
            since,
            micros(taken),
            until,
            micros(last.at),
            last.execution.toString(),
            Integer.toString(last.seq));
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.US_ASCII));
  }

  private static String micros(Instant at) {
    return Long.toString(ChronoUnit.MICROS.between(Instant.EPOCH, at));
  }
}
