package dev.pawl.engine.expression.intrinsic;

import static dev.pawl.engine.expression.ConformanceCases.onlyState;
import static dev.pawl.engine.expression.ConformanceCases.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ConformanceCases;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.intrinsic.IntrinsicCall;
import dev.pawl.model.intrinsic.IntrinsicSyntaxException;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.Root;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IntrinsicConformanceTest {

  @ParameterizedTest
  @ValueSource(strings = {"aws/intrinsic_functions.jsonl", "floe/intrinsic_functions.jsonl"})
  void shouldGiveWhatOthersGive(String file) {
    List<String> failed = new ArrayList<>();
    for (Json each : ConformanceCases.of(file)) {
      if (!passes(each)) {
        failed.add(text(each, "id"));
      }
    }

    assertThat(failed).isEmpty();
  }

  private static boolean passes(Json each) {
    Json state = onlyState(each.get("definition").orElseThrow());
    JsonObject parameters = (JsonObject) state.get("Parameters").orElseThrow();
    Map.Entry<String, Json> field = parameters.members().entrySet().iterator().next();
    Json expected = each.get("expect").orElseThrow();
    Json input = each.get("input").orElseThrow();
    Optional<Json> result;
    try {
      IntrinsicCall call = IntrinsicCall.parse(field.getValue().asText());
      result =
          Optional.of(
              Intrinsics.evaluate(call, path -> read(path, input), Chance.fixed(), new Budget()));
    } catch (IntrinsicSyntaxException | ExpressionException e) {
      return expected.get("invalid_or_failed").isPresent();
    }
    Optional<Json> wanted =
        expected.get("output").flatMap(output -> output.get(field.getKey().replace(".$", "")));
    return wanted.isPresent() && (wanted.equals(result) || wanted.get().equals(Json.of("@any@")));
  }

  private static Json read(Path path, Json input) {
    Json context =
        JsonObject.of("Execution", JsonObject.of("Input", input))
            .with("StateMachine", JsonObject.of("Name", Json.of("a-b-c")));
    return Paths.read(path, path.root() instanceof Root.Input ? input : context, new Budget());
  }
}
