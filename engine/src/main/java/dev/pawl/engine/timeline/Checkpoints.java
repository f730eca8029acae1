package dev.pawl.engine.timeline;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import java.util.TreeMap;

/**
 * An execution at some of its facts, so that its state at any fact is found by folding a few. When
 * there are too many checkpoints, every second one is dropped and the interval doubles.
 */
final class Checkpoints {

  private static final int MAX_CHECKPOINTS = 32;

  private final TreeMap<Long, Execution> bySeq = new TreeMap<>();
  private long interval = 1_000;

  Checkpoints(ExecutionId id) {
    bySeq.put(0L, Execution.notStarted(id));
  }

  /** Offers the execution after each fact in order; some of them are kept. */
  void offer(Execution execution) {
    if (execution.seq() - bySeq.lastKey() < interval) {
      return;
    }
    bySeq.put(execution.seq(), execution);
    if (bySeq.size() > MAX_CHECKPOINTS) {
      interval *= 2;
      long[] previous = {0};
      bySeq
          .keySet()
          .removeIf(
              seq -> {
                boolean isTooClose = seq > 0 && seq - previous[0] < interval;
                previous[0] = isTooClose ? previous[0] : seq;
                return isTooClose;
              });
    }
  }

  /** Returns the latest kept execution at or before a fact. */
  Execution atOrBefore(long seq) {
    return bySeq.floorEntry(seq).getValue();
  }
}
