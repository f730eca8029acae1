package dev.pawl.testkit.conformance;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.run.InMemoryEngine;
import dev.pawl.engine.run.InMemoryJournal;
import dev.pawl.engine.run.VirtualTime;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A definition with an input and what must come of it. */
final class RunningCase {

  private final JsonObject source;
  private final JsonObject expect;
  private final List<Step> steps = new ArrayList<>();

  RunningCase(JsonObject source) {
    this.source = source;
    this.expect = (JsonObject) source.get("expect").orElseThrow();
  }

  /** What went wrong, if anything did. */
  Optional<String> run() throws InterruptedException {
    Reading reading = Definitions.read(source.get("definition").orElseThrow());
    if (reading.flow().isEmpty()) {
      return expect.has("invalid_or_failed")
          ? Optional.empty()
          : Optional.of("the definition is refused: " + reading.findings());
    }
    return run(reading.flow().get());
  }

  private Optional<String> run(Flow flow) throws InterruptedException {
    ScriptedOutside outside = new ScriptedOutside(source);
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
    return compare(engine.execution(id), outside);
  }

  private Optional<String> compare(Execution execution, ScriptedOutside outside) {
    String status = execution.status().name();
    if (expect.has("invalid_or_failed")) {
      return status.equals("FAILED") ? Optional.empty() : Optional.of("did not fail: " + status);
    }
    return difference("status", Json.of(status))
        .map(text -> text + execution.failure().map(failure -> " " + failure).orElse(""))
        .or(() -> difference("output", execution.output().orElse(JsonNull.NULL)))
        .or(() -> difference("error", part(execution.failure().flatMap(Failure::error))))
        .or(
            () ->
                expect.has("engine_cause")
                    ? Optional.empty()
                    : difference("cause", part(execution.failure().flatMap(Failure::cause))))
        .or(() -> difference("path", path()))
        .or(() -> difference("entered", entered()))
        .or(() -> difference("assigned", assigned()))
        .or(() -> difference("attempts", counts(outside.calls())));
  }

  private Optional<String> difference(String name, Json actual) {
    return expect.get(name).flatMap(expected -> Matching.difference(name, expected, actual));
  }

  private static Json part(Optional<String> text) {
    return text.<Json>map(Json::of).orElse(JsonNull.NULL);
  }

  private List<String> visited() {
    Set<StepId> seen = new HashSet<>();
    return steps.stream()
        .filter(step -> seen.add(step.id()) && step.place().attempt() == 1)
        .map(step -> step.place().state())
        .toList();
  }

  private Json path() {
    return JsonArray.of(visited().stream().map(Json::of).toList());
  }

  private Json entered() {
    Map<String, Integer> entered = new LinkedHashMap<>();
    visited().forEach(state -> entered.merge(state, 1, Integer::sum));
    return counts(entered);
  }

  private static Json counts(Map<String, Integer> counts) {
    JsonObject object = JsonObject.EMPTY;
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      object = object.with(count.getKey(), JsonNumber.of(count.getValue()));
    }
    return object;
  }

  private Json assigned() {
    return JsonArray.of(
        steps.stream()
            .filter(step -> step.status() != StepStatus.RUNNING)
            .filter(step -> !step.result().assigned().isEmpty())
            .map(
                step ->
                    JsonObject.of("state", Json.of(step.place().state()))
                        .with("variables", JsonObject.of(step.result().assigned())))
            .toList());
  }
}
