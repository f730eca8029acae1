package dev.pawl.engine.expression;

import static dev.pawl.engine.expression.ConformanceCases.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.Operator;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChoiceOperatorConformanceTest {

  @ParameterizedTest
  @ValueSource(strings = {"aws/choice_operators.jsonl", "als/choice_operators.jsonl"})
  void shouldDecideAsOthersDo(String file) {
    List<String> failed = new ArrayList<>();
    for (Json each : ConformanceCases.of(file)) {
      if (!passes(each)) {
        failed.add(text(each, "id"));
      }
    }

    assertThat(failed).isEmpty();
  }

  private static boolean passes(Json each) {
    Json input = each.get("input").orElseThrow();
    JsonObject rule = rule(each.get("definition").orElseThrow());
    Operator operator =
        rule.members().keySet().stream()
            .flatMap(field -> Operator.named(field).stream())
            .findFirst()
            .orElseThrow();
    Json stated = rule.get(operator.field()).orElseThrow();
    Json operand = operator.takesPath() ? read(stated.asText(), input) : stated;
    boolean holds = Comparisons.test(operator, read(text(rule, "Variable"), input), operand);
    String output = text(each.get("expect").orElseThrow(), "output");
    return holds == (output.contains("True") || output.equals("match"));
  }

  private static JsonObject rule(Json definition) {
    JsonObject states = (JsonObject) definition.get("States").orElseThrow();
    return states.members().values().stream()
        .flatMap(state -> state.get("Choices").stream())
        .map(choices -> (JsonObject) ((JsonArray) choices).elements().getFirst())
        .findFirst()
        .orElseThrow();
  }

  private static Json read(String path, Json input) {
    return Paths.read(Path.parse(path), input, new Budget());
  }
}
