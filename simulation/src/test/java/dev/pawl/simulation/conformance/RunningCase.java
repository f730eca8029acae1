package dev.pawl.simulation.conformance;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.InMemoryJournal;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A definition with an input and its expected result. */
final class RunningCase {

  private final JsonObject source;
  private final ExpectedResult expected;
  private final List<StepChange> steps = new ArrayList<>();

  RunningCase(JsonObject source) {
    this.source = source;
    this.expected = new ExpectedResult(source);
  }

  /** Runs the case and returns the difference, if any. */
  Optional<String> run() throws InterruptedException {
    ReadResult reading = Definitions.read(source.get("definition").orElseThrow());
    if (reading.flow().isEmpty()) {
      return expected.refused(reading.findings().toString());
    }
    return run(reading.flow().get());
  }

  private Optional<String> run(Flow flow) throws InterruptedException {
    TaskScript script = new TaskScript(source);
    ScriptedPorts outside = new ScriptedPorts(script);
    VirtualTime time = new VirtualTime(Instant.parse("2026-01-31T09:30:00Z"));
    InMemoryEngine engine = new InMemoryEngine(outside, time, new InMemoryJournal());
    outside.attach(engine);
    List<ExecutionId> started = new ArrayList<>();
    engine.onStep(
        (id, step) -> {
          if (started.isEmpty() || started.getFirst().equals(id)) {
            started.add(id);
            steps.add(step);
          }
        });
    ExecutionId id = engine.start(flow, "case", source.get("input").orElse(JsonObject.EMPTY));
    engine.run();
    Execution execution = engine.execution(id);
    return expected.difference(
        new ExpectedResult.ExpectedOutcome(
            execution.status().name(),
            new ExpectedResult.End(
                execution.output(),
                execution.failure().flatMap(Failure::error),
                execution.failure().flatMap(Failure::cause)),
            visited(),
            assigned(),
            script.calls()));
  }

  private List<String> visited() {
    Set<StepId> seen = new HashSet<>();
    return steps.stream()
        .filter(step -> seen.add(step.id()) && step.place().attempt() == 1)
        .map(step -> step.place().state())
        .toList();
  }

  private List<ExpectedResult.Assigned> assigned() {
    return steps.stream()
        .filter(step -> step.status() != StepStatus.RUNNING)
        .filter(step -> !step.result().assigned().isEmpty())
        .map(step -> new ExpectedResult.Assigned(step.place().state(), step.result().assigned()))
        .toList();
  }
}
