package dev.pawl.triggers.config;

/** What starts a flow. */
public enum FlowTriggerType {
  /** Callers: the API, the command line, other flows. */
  AUTOLAUNCHED,
  /** Events, by a binding that belongs to the flow. */
  EVENT_TRIGGERED,
  /** Changes of records. */
  RECORD_TRIGGERED,
  /** Messages of Kafka. */
  KAFKA_TRIGGERED,
  /** Times. */
  SCHEDULED,
  /** People at a screen; stored, and never started. */
  SCREEN
}
