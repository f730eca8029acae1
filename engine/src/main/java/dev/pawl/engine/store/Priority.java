package dev.pawl.engine.store;

/** The priority of an execution in the order of claims. */
public enum Priority {
  CRITICAL,
  HIGH,
  NORMAL,
  LOW
}
