package dev.pawl.server.explain;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** Kinds of reasons that hold an execution; their names are part of the API and do not change. */
enum HoldKind {
  INCIDENT,
  PAUSED,
  TENANT_PAUSED,
  NODE_GONE,
  QUEUED,
  LIMIT,
  AT_WORK,
  CALLBACK,
  WORKER,
  NO_FREE_WORKER,
  NO_WORKER,
  CHILD,
  TIMER,
  RETRY,
  BREAKER,
  EVENT,
  PERSON;

  @Override
  @JsonValue
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
