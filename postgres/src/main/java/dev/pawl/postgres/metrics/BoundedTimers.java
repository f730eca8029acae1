package dev.pawl.postgres.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Timers of one name, by a tag that users choose and one that is an enumeration. The number of
 * distinct values of the first tag is limited: all further values share the value {@code other}, so
 * that neither the registry nor the monitoring system grows without bound.
 */
final class BoundedTimers<E extends Enum<E>> {

  /** Distinct values of the tag that users choose. */
  static final int MAX_TAG_VALUES = 100;

  static final String OTHER = "other";

  /** From a quick step to a flow that waits for people for weeks. */
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofMillis(2_500),
    Duration.ofSeconds(10),
    Duration.ofMinutes(1),
    Duration.ofMinutes(10),
    Duration.ofHours(1),
    Duration.ofDays(1)
  };

  private record Key<E>(String tag, E outcome) {}

  private final MeterRegistry registry;
  private final Description description;
  private final Map<Key<E>, Timer> timers = new ConcurrentHashMap<>();
  private final Set<String> admitted = ConcurrentHashMap.newKeySet();

  /**
   * Name and tags of the timers.
   *
   * @param tag name of the tag that users choose the value of
   * @param outcomeTag name of the tag with the enumeration
   */
  record Description(String name, String text, String tag, String outcomeTag) {}

  BoundedTimers(MeterRegistry registry, Description description) {
    this.registry = registry;
    this.description = description;
  }

  /** Returns the timer of these tags, and creates it at first use. */
  Timer timer(String tag, E outcome) {
    Timer known = timers.get(new Key<>(tag, outcome));
    return known != null
        ? known
        : timers.computeIfAbsent(new Key<>(bounded(tag), outcome), this::register);
  }

  private String bounded(String tag) {
    if (admitted.contains(tag)) {
      return tag;
    }
    if (admitted.size() >= MAX_TAG_VALUES) {
      return OTHER;
    }
    synchronized (admitted) {
      return admitted.size() < MAX_TAG_VALUES && (admitted.add(tag) || admitted.contains(tag))
          ? tag
          : OTHER;
    }
  }

  private Timer register(Key<E> key) {
    return Timer.builder(description.name())
        .description(description.text())
        .tag(description.tag(), key.tag())
        .tag(description.outcomeTag(), key.outcome().name().toLowerCase(Locale.ROOT))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  void close() {
    timers.values().forEach(registry::remove);
  }
}
