package dev.pawl.simulation;

/** Where a random flow runs, which decides the kinds of states it may have. */
enum FlowTarget {
  /** The simulated world: people act, events may come or not, and the flow may time out. */
  SIMULATED_WORLD,

  /**
   * Processes that fail: there are no people, every awaited event has its own name and is sent, and
   * flows call other flows.
   */
  REAL_PROCESSES
}
