package dev.pawl.server.explain;

import dev.pawl.engine.RecordedFact;
import dev.pawl.server.execution.HoldingPause;
import java.time.Instant;
import java.util.Optional;

/**
 * Information that the state of an execution lacks: the time of its last fact, and the pause in
 * force.
 */
record LastFacts(Optional<Instant> at, Optional<RecordedFact> pause) {

  static final LastFacts UNKNOWN = new LastFacts(Optional.empty(), Optional.empty());

  static LastFacts of(Iterable<RecordedFact> happened) {
    LastFacts last = UNKNOWN;
    for (RecordedFact one : happened) {
      last = new LastFacts(Optional.of(one.at()), HoldingPause.find(last.pause, one));
    }
    return last;
  }
}
