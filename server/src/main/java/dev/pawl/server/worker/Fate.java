package dev.pawl.server.worker;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What became of what a worker sent. */
enum Fate {
  ACCEPTED,
  KEPT,
  /** Others may have it. */
  RELEASED,
  /** Nobody wants it any more: cancelled, timed out, answered before, or taken over. */
  GONE,
  /** There never was such a token. */
  UNKNOWN;

  @Override
  @JsonValue
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
