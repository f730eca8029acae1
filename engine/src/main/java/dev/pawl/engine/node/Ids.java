package dev.pawl.engine.node;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.run.Timeline;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Gives new executions their ids: UUIDs of version 7, ordered by time and, within a node, by the
 * order in which they were given.
 */
public final class Ids {

  private static final long VERSION_7 = 0x7000L;
  private static final long VARIANT = 0x8000000000000000L;

  private final Timeline time;

  /** Milliseconds and a 12-bit fraction of one; the next id is always greater. */
  private final AtomicLong last = new AtomicLong();

  public Ids(Timeline time) {
    this.time = time;
  }

  public ExecutionId next() {
    Instant now = time.now();
    long fraction = (now.getNano() % 1_000_000) * 4096L / 1_000_000;
    long ticks = (now.toEpochMilli() << 12) | fraction;
    long mine = last.updateAndGet(previous -> Math.max(previous + 1, ticks));
    long high = ((mine >>> 12) << 16) | VERSION_7 | (mine & 0xFFF);
    return new ExecutionId(
        new UUID(high, VARIANT | (ThreadLocalRandom.current().nextLong() >>> 2)));
  }

  /** When an execution was given its id. */
  public static Instant timeOf(ExecutionId id) {
    return Instant.ofEpochMilli(id.value().getMostSignificantBits() >>> 16);
  }
}
