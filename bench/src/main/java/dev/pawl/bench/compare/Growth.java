package dev.pawl.bench.compare;

/**
 * W1 beside a full database and beside an empty one, in turn, as medians.
 *
 * @param parkedExecutions that are there besides
 * @param journalRows that are there besides
 * @param empty on an empty database
 * @param full on the full one
 * @param emptyHeapBytes after a full collection, with the engine open on the empty database
 * @param fullHeapBytes the same on the full one
 */
record Growth(
    long parkedExecutions,
    long journalRows,
    Measurement empty,
    Measurement full,
    long emptyHeapBytes,
    long fullHeapBytes) {

  /** How much of the throughput is left. */
  double throughput() {
    return full.executionsPerSecond() / empty.executionsPerSecond();
  }

  /** How much more CPU an execution takes: steadier than throughput on a machine that is busy. */
  double cpu() {
    return full.cpuMillis() / empty.cpuMillis();
  }
}
