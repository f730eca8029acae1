package dev.pawl.simulation.cluster;

/** Events of executions on nodes; a run must cover all of them to prove anything. */
public enum ObservedEvent {
  CLOSED,
  DIED_BEFORE_WRITING,
  DIED_AFTER_WRITING,
  EXPELLED,
  CLAIMED,
  PARKED,
  MESSAGES_PENDING,
  RELEASE,
  MESSAGE,
  REPEATED_MESSAGE,
  SNAPSHOT,
  UNREADABLE_SNAPSHOT,
  TOLD_PARENT
}
