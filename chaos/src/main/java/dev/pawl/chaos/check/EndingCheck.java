package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.program.Program;
import dev.pawl.engine.Status;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** I2 and I5: every started execution has ended, with the expected outcome. */
final class EndingCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Map<String, Run> runs = new HashMap<>();
    evidence.runs().forEach(run -> runs.put(run.name(), run));
    Set<String> cancelled = evidence.cancelled();
    for (StoredExecution trace : evidence.traces()) {
      Run run = runs.get(trace.run());
      boolean isCancelled = trace.status() == Status.CANCELLED && cancelled.contains(trace.run());
      if (run != null && !isCancelled) {
        problem(trace, run.program().expected()).ifPresent(found);
      }
    }
  }

  private static Optional<InvariantViolation> problem(
      StoredExecution trace, Program.Expected expected) {
    Status wanted = trace.isRoot() ? expected.status() : Status.SUCCEEDED;
    if (!trace.status().isTerminal()) {
      return violation(
          "I5",
          trace,
          "it is still %s after fact %d and makes no progress"
              .formatted(trace.status(), trace.facts().size()));
    }
    if (trace.status() != wanted) {
      return violation(
          "I2",
          trace,
          "expected status %s, got %s: %s"
              .formatted(wanted, trace.status(), trace.fold().execution().failure()));
    }
    boolean isRight = trace.fold().execution().output().filter(expected::isMetBy).isPresent();
    return trace.isRoot() && wanted == Status.SUCCEEDED && !isRight
        ? violation(
            "I2",
            trace,
            "expected output %s, got %s"
                .formatted(expected.output(), trace.fold().execution().output()))
        : Optional.empty();
  }

  private static Optional<InvariantViolation> violation(
      String invariant, StoredExecution trace, String what) {
    return Optional.of(new InvariantViolation(invariant, trace.id(), what));
  }
}
