package dev.pawl.simulation.golden;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.journal.FactCodec;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * A recorded history: a flow, the facts of an execution, and its result.
 *
 * @param expected status, output, failure and steps
 */
record GoldenFile(ExecutionId id, JsonObject flow, List<RecordedFact> facts, JsonObject expected) {

  static GoldenFile record(ExecutionId id, JsonObject flow, List<RecordedFact> facts) {
    return new GoldenFile(id, flow, facts, outcome(id, flow, facts));
  }

  static GoldenFile read(Json json) {
    List<RecordedFact> facts = new ArrayList<>();
    for (Json fact : (JsonArray) json.get("facts").orElseThrow()) {
      facts.add(FactCodec.readRecorded(fact));
    }
    return new GoldenFile(
        new ExecutionId(UUID.fromString(json.get("execution").orElseThrow().asText())),
        (JsonObject) json.get("flow").orElseThrow(),
        facts,
        (JsonObject) json.get("expected").orElseThrow());
  }

  /** Formats one member or element per line, for readable differences. */
  String write() {
    StringBuilder text = new StringBuilder("{\n");
    text.append("\"execution\": ").append(Json.of(id.toString())).append(",\n");
    text.append("\"flow\": ").append(flow).append(",\n\"facts\": [");
    String separator = "\n";
    for (RecordedFact fact : facts) {
      text.append(separator).append("  ").append(FactCodec.write(fact));
      separator = ",\n";
    }
    text.append("\n],\n\"expected\": {");
    separator = "\n";
    for (var member : expected.without("steps").members().entrySet()) {
      text.append(separator).append("  ").append(Json.of(member.getKey()));
      text.append(": ").append(member.getValue());
      separator = ",\n";
    }
    text.append(",\n  \"steps\": [");
    separator = "\n";
    for (Json step : (JsonArray) expected.get("steps").orElseThrow()) {
      text.append(separator).append("    ").append(step);
      separator = ",\n";
    }
    return text.append("\n  ]\n}\n}\n").toString();
  }

  /** Folds the facts with the current engine. */
  JsonObject outcome() {
    return outcome(id, flow, facts);
  }

  private static JsonObject outcome(ExecutionId id, JsonObject document, List<RecordedFact> facts) {
    Flow flow = Definitions.read(document).flow().orElseThrow();
    History history = History.of(new Interpreter(flow), id, facts);
    Execution execution = history.execution();
    JsonObject outcome = JsonObject.of("status", Json.of(execution.status().name()));
    if (execution.output().isPresent()) {
      outcome = outcome.with("output", execution.output().get());
    }
    if (execution.failure().isPresent()) {
      outcome = outcome.with("failure", failure(execution.failure().get()));
    }
    return outcome.with(
        "steps", JsonArray.of(history.steps().stream().map(GoldenFile::step).toList()));
  }

  private static JsonObject step(StepChange step) {
    JsonObject json =
        JsonObject.of("step", Json.of(step.id().toString()))
            .with("state", Json.of(step.place().state()))
            .with("type", Json.of(step.place().kind().type()))
            .with("status", Json.of(step.status().name()))
            .with("attempt", JsonNumber.of(step.place().attempt()))
            .with("by", Json.of(step.seq() + "." + step.ordinal()))
            .with("at", Json.of(step.at().toString()))
            .with("input", step.place().input());
    if (!step.result().assigned().isEmpty()) {
      json = json.with("assigned", JsonObject.of(step.result().assigned()));
    }
    if (step.result().output().isPresent()) {
      json = json.with("output", step.result().output().get());
    }
    return step.result().failure().isPresent()
        ? json.with("failure", failure(step.result().failure().get()))
        : json;
  }

  private static JsonObject failure(Failure failure) {
    return failure.toJson();
  }
}
