package dev.pawl.testkit.simulation;

import dev.pawl.engine.Lifecycle;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepStatus;
import java.util.Set;
import java.util.TreeSet;

/** Which moves of the lifecycle were taken. */
final class Coverage {

  private final Set<String> taken = new TreeSet<>();

  void took(Status from, Status to) {
    taken.add("execution " + from + " -> " + to);
  }

  void took(StepStatus from, StepStatus to) {
    taken.add("step " + from + " -> " + to);
  }

  void add(Coverage other) {
    taken.addAll(other.taken);
  }

  /**
   * Legal moves that never were taken. The one who holds an execution makes WAITING of RUNNING, and
   * lets one be PENDING until it has its concurrency permits.
   */
  Set<String> missing() {
    Set<String> missing = new TreeSet<>();
    for (Status from : Status.values()) {
      for (Status to : Lifecycle.after(from)) {
        boolean isInQueue = from == Status.PENDING && to != Status.RUNNING;
        if (from != Status.WAITING && to != Status.WAITING && !isInQueue) {
          missing.add("execution " + from + " -> " + to);
        }
      }
    }
    for (StepStatus from : StepStatus.values()) {
      for (StepStatus to : Lifecycle.after(from)) {
        missing.add("step " + from + " -> " + to);
      }
    }
    missing.removeAll(taken);
    return missing;
  }
}
