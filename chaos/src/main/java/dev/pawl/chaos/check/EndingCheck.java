package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.program.Program;
import dev.pawl.engine.Status;
import dev.pawl.sdk.JsonNumber;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** I2 and I5: everything that began has ended, as it had to. */
final class EndingCheck implements Check {

  @Override
  public void look(Evidence evidence, Consumer<Violation> found) {
    Map<String, Run> runs = new HashMap<>();
    evidence.runs().forEach(run -> runs.put(run.name(), run));
    for (Trace trace : evidence.traces()) {
      Optional<Program.Expected> expected =
          Optional.ofNullable(runs.get(trace.run())).map(run -> run.program().expected());
      if (expected.isEmpty() || expected.get().status() == trace.status() && !trace.isRoot()) {
        continue;
      }
      Status wanted = trace.isRoot() ? expected.get().status() : Status.SUCCEEDED;
      if (!trace.status().isTerminal() && wanted.isTerminal()) {
        found.accept(
            new Violation(
                "I5",
                trace.id(),
                "it is %s after fact %d and goes on no more"
                    .formatted(trace.status(), trace.facts().size())));
      } else if (trace.status() != wanted) {
        found.accept(
            new Violation(
                "I2",
                trace.id(),
                "it was to be %s and is %s: %s"
                    .formatted(wanted, trace.status(), trace.fold().execution().failure())));
      } else if (trace.isRoot() && wanted == Status.SUCCEEDED) {
        JsonNumber counter = JsonNumber.of(expected.get().counter());
        if (!trace.counter().equals(Optional.of(counter))) {
          found.accept(
              new Violation(
                  "I2",
                  trace.id(),
                  "its result was to be %s and is %s"
                      .formatted(counter, trace.fold().execution().output())));
        }
      }
    }
  }
}
