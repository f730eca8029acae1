package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.echo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.FlowRun;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The checker knows every member that the engine puts into the context object. */
class ContextMembersTest {

  private static final String FLOW =
      """
      StartAt: Each
      States:
        Each:
          Type: Map
          End: true
          ItemProcessor:
            StartAt: Plan
            States:
              Plan:
                Type: Graph
                End: true
                Nodes:
                  look:
                    Type: Task
                    Resource: echo
                    Parameters: {all.$: $$}
      """;

  @Test
  void shouldNotWarnOfExistingFlows() {
    FlowRun run = FlowRun.of(FLOW).handler("echo", echo()).start("[1]").finish();
    Json context =
        run.output().get(0).orElseThrow().get("look").orElseThrow().get("all").orElseThrow();

    List<String> paths = new ArrayList<>();
    collect("", context, paths);

    assertThat(paths).contains(".Execution.Id", ".Task.Token", ".Map.Item.Index", ".Graph.Results");
    for (String path : paths) {
      assertThat(Definitions.read(reading("JSONPath", "$$" + path)).findings()).as(path).isEmpty();
      assertThat(Definitions.read(reading("JSONata", "$states.context" + path)).findings())
          .as(path)
          .isEmpty();
    }
  }

  private static void collect(String path, Json value, List<String> paths) {
    paths.add(path);
    if (value instanceof JsonObject object) {
      for (Map.Entry<String, Json> member : object.members().entrySet()) {
        collect(path + "." + member.getKey(), member.getValue(), paths);
      }
    }
  }

  private static String reading(String language, String expression) {
    String field =
        language.equals("JSONata")
            ? "Output: {x: '{% " + expression + " %}'}"
            : "Parameters: {x.$: " + expression + "}";
    return "QueryLanguage: %s\nStartAt: A\nStates:\n  A: {Type: Pass, %s, End: true}\n"
        .formatted(language, field);
  }
}
