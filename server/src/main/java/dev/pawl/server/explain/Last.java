package dev.pawl.server.explain;

import dev.pawl.engine.Recorded;
import dev.pawl.server.execution.Pauses;
import java.time.Instant;
import java.util.Optional;

/**
 * What cannot be seen in the state of an execution: when something last happened, and what paused
 * it.
 */
record Last(Optional<Instant> at, Optional<Recorded> pause) {

  static final Last UNKNOWN = new Last(Optional.empty(), Optional.empty());

  static Last of(Iterable<Recorded> happened) {
    Last last = UNKNOWN;
    for (Recorded one : happened) {
      last = new Last(Optional.of(one.at()), Pauses.holding(last.pause, one));
    }
    return last;
  }
}
