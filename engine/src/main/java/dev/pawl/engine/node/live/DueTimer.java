package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import java.time.Instant;

/** A timer of an execution in memory. */
sealed interface DueTimer extends Comparable<DueTimer> {

  /** Returns when the timer is due. */
  Instant at();

  /** A timer that the flow has set. */
  record Timer(Command.SetTimer command) implements DueTimer {
    @Override
    public Instant at() {
      return command.at();
    }
  }

  /** The timeout or heartbeat deadline of a call. */
  record CallDeadline(Instant at, AttemptKey attempt) implements DueTimer {}

  /** The time to try a call again that an open breaker holds back. */
  record BreakerRetry(Instant at, AttemptKey attempt) implements DueTimer {}

  /** The time to decide again whether an idle execution parks. */
  record Idle(Instant at) implements DueTimer {}

  @Override
  default int compareTo(DueTimer other) {
    return at().compareTo(other.at());
  }
}
