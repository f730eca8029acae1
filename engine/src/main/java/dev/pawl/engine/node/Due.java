package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import java.time.Instant;

/** Something an execution in memory must look at when its time has come. */
sealed interface Due extends Comparable<Due> {

  Instant at();

  /** A timer of the flow. */
  record Timer(Command.SetTimer command) implements Due {
    @Override
    public Instant at() {
      return command.at();
    }
  }

  /** A call may have taken too long, or have missed a heartbeat. */
  record Overdue(Instant at, Attempt attempt) implements Due {}

  /** It may have been idle for long enough to leave memory. */
  record Idle(Instant at) implements Due {}

  @Override
  default int compareTo(Due other) {
    return at().compareTo(other.at());
  }
}
