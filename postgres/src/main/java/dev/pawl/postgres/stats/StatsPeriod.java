package dev.pawl.postgres.stats;

import java.time.Duration;
import java.time.Instant;

/**
 * A period, divided into buckets of equal length. The period of the same length before it is read,
 * too, for comparison.
 *
 * @param from begin of the first bucket
 * @param step length of a bucket
 * @param buckets number of buckets
 */
public record StatsPeriod(Instant from, Duration step, int buckets) {

  public StatsPeriod {
    if (step.toMillis() < 1 || buckets < 1) {
      throw new IllegalArgumentException("a period has at least one bucket of a millisecond");
    }
  }

  /** Returns the period that ends with the bucket of a time; buckets begin at multiples of step. */
  public static StatsPeriod endingAt(Instant now, Duration step, int buckets) {
    long millis = step.toMillis();
    long last = Math.floorDiv(now.toEpochMilli(), millis);
    return new StatsPeriod(Instant.ofEpochMilli((last - buckets + 1) * millis), step, buckets);
  }

  /** Returns the period of the same length that began some time earlier. */
  public StatsPeriod earlier(Duration by) {
    return new StatsPeriod(from.minus(by), step, buckets);
  }

  /** Returns the begin of a bucket; buckets before the period have negative numbers. */
  public Instant begin(int bucket) {
    return from.plus(step.multipliedBy(bucket));
  }

  /** Returns the end of the last bucket. */
  public Instant until() {
    return begin(buckets);
  }
}
