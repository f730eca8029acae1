package dev.pawl.engine.node.time;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.run.Timeline;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Generates execution ids: UUIDs of version 7, ordered by time and, within one generator, by the
 * order of generation.
 */
public final class ExecutionIds {

  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000000000000000L;

  private final Timeline time;

  /** Milliseconds followed by a 12-bit fraction of a millisecond; strictly increasing. */
  private final AtomicLong last = new AtomicLong();

  /** Creates a generator that reads the given time. */
  public ExecutionIds(Timeline time) {
    this.time = time;
  }

  /** Generates the next id. */
  public ExecutionId next() {
    Instant now = time.now();
    long fraction = (now.getNano() % 1_000_000) * 4096L / 1_000_000;
    long ticks = (now.toEpochMilli() << 12) | fraction;
    long unique = last.updateAndGet(previous -> Math.max(previous + 1, ticks));
    long high = ((unique >>> 12) << 16) | VERSION_7 | (unique & 0xFFF);
    return new ExecutionId(
        new UUID(high, VARIANT | (ThreadLocalRandom.current().nextLong() >>> 2)));
  }

  /** Returns the time at which an id was generated, to the millisecond. */
  public static Instant timeOf(ExecutionId id) {
    return Instant.ofEpochMilli(id.value().getMostSignificantBits() >>> 16);
  }
}
