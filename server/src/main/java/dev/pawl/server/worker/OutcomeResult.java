package dev.pawl.server.worker;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The result of an outcome, heartbeat or release that a worker sent. */
enum OutcomeResult {
  ACCEPTED,
  KEPT,
  /** The task is available to other workers. */
  RELEASED,
  /** The task was cancelled, timed out, was answered before, or is leased to another worker. */
  GONE,
  /** There is no task with that token. */
  UNKNOWN;

  @Override
  @JsonValue
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
