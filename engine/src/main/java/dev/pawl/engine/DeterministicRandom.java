package dev.pawl.engine;

import dev.pawl.engine.expression.EvaluationTime;
import java.time.Instant;

/**
 * The time and the pseudo-random numbers of one fact. They follow from the execution's id and the
 * fact's number, so that every fold gets the same ones.
 */
final class DeterministicRandom implements EvaluationTime {

  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final Instant now;
  private long state;

  DeterministicRandom(ExecutionId id, long seq, Instant now) {
    this.now = now;
    this.state =
        mix(id.value().getMostSignificantBits() + seq * GOLDEN_GAMMA)
            ^ mix(id.value().getLeastSignificantBits());
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public long nextLong() {
    state += GOLDEN_GAMMA;
    return mix(state);
  }

  /** Returns the next number from 0 (inclusive) to 1 (exclusive). */
  double nextDouble() {
    return (nextLong() >>> 11) * 0x1.0p-53;
  }

  /** The finalizer of the SplitMix64 generator: every input bit affects every output bit. */
  private static long mix(long value) {
    value = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    value = (value ^ (value >>> 27)) * 0x94D049BB133111EBL;
    return value ^ (value >>> 31);
  }
}
