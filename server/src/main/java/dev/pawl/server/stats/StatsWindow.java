package dev.pawl.server.stats;

import dev.pawl.postgres.stats.StatsPeriod;
import dev.pawl.server.problem.ApiException;
import java.time.Duration;
import java.time.Instant;

/** The periods that statistics cover. */
enum StatsWindow {
  HOUR("1h", Duration.ofMinutes(1), 60, Duration.ofSeconds(2)),
  DAY("24h", Duration.ofMinutes(10), 144, Duration.ofSeconds(5)),
  WEEK("7d", Duration.ofHours(1), 168, Duration.ofSeconds(20));

  private final String label;
  private final Duration step;
  private final int buckets;
  private final Duration maxAge;

  StatsWindow(String label, Duration step, int buckets, Duration maxAge) {
    this.label = label;
    this.step = step;
    this.buckets = buckets;
    this.maxAge = maxAge;
  }

  /**
   * Returns the window of a parameter.
   *
   * @throws ApiException if there is no such window
   */
  static StatsWindow parse(String text) {
    for (StatsWindow window : values()) {
      if (window.label.equals(text)) {
        return window;
      }
    }
    throw ApiException.malformed("window: must be 1h, 24h or 7d, got '" + text + "'");
  }

  String label() {
    return label;
  }

  /** Returns the period that ends now. */
  StatsPeriod period(Instant now) {
    return StatsPeriod.endingAt(now, step, buckets);
  }

  /** Returns the time for which an answer is repeated. */
  Duration maxAge() {
    return maxAge;
  }
}
