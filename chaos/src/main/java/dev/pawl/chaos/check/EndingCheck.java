package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.program.Program;
import dev.pawl.engine.Status;
import dev.pawl.sdk.JsonNumber;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** I2 and I5: everything that began has ended, as it had to. */
final class EndingCheck implements Check {

  @Override
  public void look(Evidence evidence, Consumer<Violation> found) {
    Map<String, Run> runs = new HashMap<>();
    evidence.runs().forEach(run -> runs.put(run.name(), run));
    Set<String> cancelled = evidence.cancelled();
    for (Trace trace : evidence.traces()) {
      Run run = runs.get(trace.run());
      boolean isCancelled = trace.status() == Status.CANCELLED && cancelled.contains(trace.run());
      if (run != null && !isCancelled) {
        problem(trace, run.program().expected()).ifPresent(found);
      }
    }
  }

  private static Optional<Violation> problem(Trace trace, Program.Expected expected) {
    Status wanted = trace.isRoot() ? expected.status() : Status.SUCCEEDED;
    if (!trace.status().isTerminal()) {
      return violation(
          "I5",
          trace,
          "it is %s after fact %d and goes on no more"
              .formatted(trace.status(), trace.facts().size()));
    }
    if (trace.status() != wanted) {
      return violation(
          "I2",
          trace,
          "it was to be %s and is %s: %s"
              .formatted(wanted, trace.status(), trace.fold().execution().failure()));
    }
    JsonNumber counter = JsonNumber.of(expected.counter());
    boolean isRight = trace.counter().equals(Optional.of(counter));
    return trace.isRoot() && wanted == Status.SUCCEEDED && !isRight
        ? violation(
            "I2",
            trace,
            "its result was to be %s and is %s"
                .formatted(counter, trace.fold().execution().output()))
        : Optional.empty();
  }

  private static Optional<Violation> violation(String invariant, Trace trace, String what) {
    return Optional.of(new Violation(invariant, trace.id(), what));
  }
}
