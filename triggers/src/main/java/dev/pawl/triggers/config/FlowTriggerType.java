package dev.pawl.triggers.config;

import java.util.Optional;

/** What starts a flow. */
public enum FlowTriggerType {
  /** Callers: the API, the command line, other flows. */
  AUTOLAUNCHED(true),
  /** Events, by a binding that belongs to the flow. */
  EVENT_TRIGGERED(true),
  /** Changes of records. */
  RECORD_TRIGGERED(false),
  /** Messages of Kafka. */
  KAFKA_TRIGGERED(false),
  /** Times. */
  SCHEDULED(false),
  /** People at a screen; reserved: a flow of this type has no active version. */
  SCREEN(false);

  private final boolean served;

  FlowTriggerType(boolean served) {
    this.served = served;
  }

  /** Returns what this type cannot do yet, and what to do instead; empty if it works. */
  public Optional<String> limitation() {
    if (served) {
      return Optional.empty();
    }
    return Optional.of(
        this == SCREEN
            ? "the type SCREEN is reserved: the flow can be neither published nor activated; use"
                + " AUTOLAUNCHED or EVENT_TRIGGERED"
            : "no trigger of type %s starts the flow yet; callers can start it, and events by bindings"
                .formatted(this));
  }
}
