package dev.pawl.server;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.conformance.ExpectedResult;
import dev.pawl.simulation.conformance.RecordedCases;
import dev.pawl.simulation.conformance.TaskScript;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** A recorded case, run through the API. */
record HttpCase(Api api, ScriptedWorker hands, String code, JsonObject source) {

  /** Returns the first difference from the recorded result, if any. */
  Optional<String> difference() throws IOException, InterruptedException {
    return ExpectedResult.isOfDefinition(source) ? validated() : run();
  }

  private Optional<String> validated() throws IOException, InterruptedException {
    JsonObject body =
        source
            .get("definition_text")
            .map(text -> JsonObject.of("source", text).with("format", Json.of("json")))
            .orElseGet(() -> JsonObject.of("definition", source.get("definition").orElseThrow()));
    Api.Answer answer = api.post("/api/flows/validate", body.toString());
    if (answer.status() != 200) {
      return Optional.of(answer.toString());
    }
    boolean valid = answer.body().get("valid").filter(JsonBool.TRUE::equals).isPresent();
    List<Json> findings =
        ((JsonArray) answer.body().get("findings").orElseThrow())
            .elements().stream()
                .filter(one -> !text(one, "code").equals(Optional.of("UNSERVED_RESOURCE")))
                .toList();
    return new ExpectedResult(source)
        .definition(valid, !findings.isEmpty())
        .map(text -> text + " " + findings);
  }

  private Optional<String> run() throws IOException, InterruptedException {
    TaskScript script = new TaskScript(source);
    hands.play(code, script);
    ExpectedResult expected = new ExpectedResult(source);
    Api.Answer created =
        api.post(
            "/api/flows?publish=true",
            JsonObject.of("code", Json.of(code))
                .with("definition", source.get("definition").orElseThrow())
                .toString());
    if (created.status() == 422) {
      return expected.refused(created.toString());
    }
    Json input = source.get("input").orElse(JsonObject.EMPTY);
    Api.Answer ended =
        api.post(
            "/api/flows/" + code + "/execute?wait=60", JsonObject.of("input", input).toString());
    if (created.status() != 201 || ended.status() != 200) {
      return Optional.of(created + " " + ended);
    }
    Api.Answer steps = api.get("/api/flows/executions/" + ended.text("id") + "/steps");
    return expected.difference(
        outcome(
            ended.body(),
            ((JsonArray) steps.body().get("items").orElseThrow()).elements(),
            script));
  }

  private static ExpectedResult.ExpectedOutcome outcome(
      Json ended, List<Json> steps, TaskScript script) {
    return new ExpectedResult.ExpectedOutcome(
        text(ended, "status").orElse(""),
        new ExpectedResult.End(ended.get("output"), text(ended, "error"), text(ended, "cause")),
        steps.stream()
            .filter(step -> !isRepetition(step))
            .map(step -> RecordedCases.text((JsonObject) step, "state"))
            .toList(),
        steps.stream()
            .map(
                step ->
                    new ExpectedResult.Assigned(
                        RecordedCases.text((JsonObject) step, "state"),
                        ((JsonObject) step.get("assigned").orElse(JsonObject.EMPTY)).members()))
            .filter(one -> !one.variables().isEmpty())
            .toList(),
        script.calls());
  }

  /** A retried Task is the same step; a retried Map or Parallel is a new one. */
  private static boolean isRepetition(Json step) {
    return !text(step, "type").equals(Optional.of("Task"))
        && !text(step, "attempt").equals(Optional.of("1"));
  }

  private static Optional<String> text(Json of, String member) {
    return of.get(member).filter(value -> value != JsonNull.NULL).map(Json::asText);
  }
}
