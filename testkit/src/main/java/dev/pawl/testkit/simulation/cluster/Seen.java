package dev.pawl.testkit.simulation.cluster;

/** What can happen to executions on nodes; a run in which something never did has proved little. */
public enum Seen {
  CLOSED,
  DIED_BEFORE_WRITING,
  DIED_AFTER_WRITING,
  EXPELLED,
  CLAIMED,
  PARKED,
  NOT_PARKED,
  HANDED_BACK,
  LETTER,
  REPEATED_LETTER,
  SNAPSHOT,
  UNREADABLE_SNAPSHOT,
  TOLD_PARENT
}
