package dev.pawl.simulation.conformance;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The expected result of a case. */
public final class ExpectedResult {

  private final JsonObject source;
  private final JsonObject expect;

  public ExpectedResult(JsonObject source) {
    this.source = source;
    this.expect = (JsonObject) source.get("expect").orElseThrow();
  }

  /** Returns true if the case only validates a definition. */
  public static boolean isOfDefinition(JsonObject conformanceCase) {
    return RecordedCases.text(conformanceCase, "group").startsWith("validation");
  }

  /**
   * The result of an execution.
   *
   * @param visited the states in order of entry
   * @param assigned the variables by state, in order of assignment
   * @param calls the number of calls of each resource
   */
  public record ExpectedOutcome(
      String status,
      End end,
      List<String> visited,
      List<Assigned> assigned,
      Map<String, Integer> calls) {}

  /** The end of an execution. */
  public record End(Optional<Json> output, Optional<String> error, Optional<String> cause) {}

  /** The variables that a state assigned. */
  public record Assigned(String state, Map<String, Json> variables) {}

  /** Returns the difference for an accepted or refused definition, if any. */
  public Optional<String> definition(boolean isValid, boolean hasFindings) {
    boolean valid = expect.get("valid").filter(JsonBool.TRUE::equals).isPresent();
    // What only a linter reports may be a warning.
    boolean reported = RecordedCases.text(source, "group").equals("validation_lint") && hasFindings;
    return valid == isValid || !valid && reported
        ? Optional.empty()
        : Optional.of(valid ? "refused" : "accepted");
  }

  /** Returns the difference for a flow that should run and was refused. */
  public Optional<String> refused(String findings) {
    return expect.has("invalid_or_failed")
        ? Optional.empty()
        : Optional.of("the definition is refused: " + findings);
  }

  /** Returns the difference from the recorded result, if any. */
  public Optional<String> difference(ExpectedOutcome outcome) {
    String status = outcome.status();
    if (expect.has("invalid_or_failed")) {
      return status.equals("FAILED") ? Optional.empty() : Optional.of("did not fail: " + status);
    }
    End end = outcome.end();
    return difference("status", Json.of(status))
        .map(text -> text + " " + end)
        .or(() -> difference("output", end.output().orElse(JsonNull.NULL)))
        .or(() -> difference("error", part(end.error())))
        .or(
            () ->
                expect.has("engine_cause")
                    ? Optional.empty()
                    : difference("cause", part(end.cause())))
        .or(() -> difference("path", path(outcome.visited())))
        .or(() -> difference("entered", entered(outcome.visited())))
        .or(() -> difference("assigned", assigned(outcome.assigned())))
        .or(() -> difference("attempts", counts(outcome.calls())));
  }

  private Optional<String> difference(String name, Json actual) {
    return expect.get(name).flatMap(expected -> JsonMatcher.difference(name, expected, actual));
  }

  private static Json part(Optional<String> text) {
    return text.<Json>map(Json::of).orElse(JsonNull.NULL);
  }

  private static Json path(List<String> visited) {
    return JsonArray.of(visited.stream().map(Json::of).toList());
  }

  private static Json entered(List<String> visited) {
    Map<String, Integer> entered = new LinkedHashMap<>();
    visited.forEach(state -> entered.merge(state, 1, Integer::sum));
    return counts(entered);
  }

  private static Json counts(Map<String, Integer> counts) {
    JsonObject object = JsonObject.EMPTY;
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      object = object.with(count.getKey(), JsonNumber.of(count.getValue()));
    }
    return object;
  }

  private static Json assigned(List<Assigned> assigned) {
    return JsonArray.of(
        assigned.stream()
            .map(
                one ->
                    JsonObject.of("state", Json.of(one.state()))
                        .with("variables", JsonObject.of(one.variables())))
            .toList());
  }
}
