package dev.pawl.server.failure;

import dev.pawl.server.problem.ApiException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The period for which failures are counted: full hours up to now. */
record FailurePeriod(Instant from, Instant now, Duration step) {

  /** The longest period; counts of earlier hours are deleted. */
  static final Duration MAX = Duration.ofDays(31);

  static final String DEFAULT = "PT168H";

  private static final int MAX_STEPS = 32;
  private static final List<Integer> STEP_HOURS = List.of(1, 2, 3, 4, 6, 8, 12, 24);

  /**
   * Returns the period that a parameter means.
   *
   * @throws ApiException if it is not a duration from one hour to 31 days
   */
  static FailurePeriod parse(@Nullable String since, Instant now) {
    Duration length;
    try {
      length = Duration.parse(since == null || since.isEmpty() ? DEFAULT : since);
    } catch (DateTimeParseException e) {
      throw refusal(since);
    }
    if (length.compareTo(Duration.ofHours(1)) < 0 || length.compareTo(MAX) > 0) {
      throw refusal(since);
    }
    return endingAt(now, length);
  }

  private static ApiException refusal(@Nullable String since) {
    return ApiException.malformed(
        "since: must be a duration from PT1H to PT744H, such as PT168H for 7 days, got '%s'"
            .formatted(since));
  }

  private static FailurePeriod endingAt(Instant now, Duration length) {
    int hours = (int) Math.ceilDiv(length.toMinutes(), 60);
    int step =
        STEP_HOURS.stream().filter(size -> hours / size < MAX_STEPS).findFirst().orElseThrow();
    int steps = Math.ceilDiv(hours, step);
    Instant end = now.truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
    return new FailurePeriod(
        end.minus(Duration.ofHours((long) steps * step)), now, Duration.ofHours(step));
  }

  /** Returns the number of parts. */
  int steps() {
    return (int) Math.ceilDiv(Duration.between(from, now).toMillis() + 1, step.toMillis());
  }

  /** Returns the part that a time belongs to. */
  int stepOf(Instant at) {
    return (int) (Duration.between(from, at).toMillis() / step.toMillis());
  }
}
