package dev.pawl.engine.store;

/** Who goes first when there is more to do than nodes can carry. */
public enum Priority {
  CRITICAL,
  HIGH,
  NORMAL,
  LOW
}
