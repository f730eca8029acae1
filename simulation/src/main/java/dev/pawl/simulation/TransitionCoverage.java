package dev.pawl.simulation;

import dev.pawl.engine.Lifecycle;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepStatus;
import java.util.Set;
import java.util.TreeSet;

/** Records which transitions of the lifecycle were taken. */
final class TransitionCoverage {

  private final Set<String> taken = new TreeSet<>();

  void record(Status from, Status to) {
    taken.add("execution " + from + " -> " + to);
  }

  void record(StepStatus from, StepStatus to) {
    taken.add("step " + from + " -> " + to);
  }

  void add(TransitionCoverage other) {
    taken.addAll(other.taken);
  }

  /**
   * Returns the legal transitions that were never taken. RUNNING to WAITING and the wait for a
   * concurrency permit happen outside the interpreter.
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
