package dev.pawl.bench.compare;

/**
 * W1 on a full and on an empty database, measured in turn, as medians.
 *
 * @param parkedExecutions parked executions in the full database
 * @param journalRows journal rows in the full database
 * @param empty measured on the empty database
 * @param full measured on the full database
 * @param emptyHeapBytes heap after a full collection, with the engine open on the empty database
 * @param fullHeapBytes heap after a full collection, with the engine open on the full database
 */
record GrowthResult(
    long parkedExecutions,
    long journalRows,
    Measurement empty,
    Measurement full,
    long emptyHeapBytes,
    long fullHeapBytes) {

  /** Returns the throughput on the full database as a share of that on the empty one. */
  double throughput() {
    return full.executionsPerSecond() / empty.executionsPerSecond();
  }

  /**
   * Returns the CPU per execution on the full database as a multiple of that on the empty one;
   * steadier than throughput on a busy machine.
   */
  double cpu() {
    return full.cpuMillis() / empty.cpuMillis();
  }
}
