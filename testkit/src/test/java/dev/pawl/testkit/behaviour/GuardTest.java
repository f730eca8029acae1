package dev.pawl.testkit.behaviour;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.testkit.FlowRun;
import org.junit.jupiter.api.Test;

class GuardTest {

  private static final String GUARDED =
      """
      StartAt: Greet
      States:
        Greet:
          Type: Task
          Resource: greet
          When: {Variable: $.name, IsPresent: true}
          Next: Done
        Done: {Type: Succeed}
      """;

  @Test
  void shouldSkipAStateWhoseGuardDoesNotHold() {
    FlowRun run = FlowRun.of(GUARDED).start("{\"a\": 1}").finish();

    assertThat(run.trace()).containsExactly("Greet SKIPPED", "Done SUCCEEDED");
    assertThat(run.output()).isEqualTo(JsonText.parse("{\"a\": 1}"));
  }

  @Test
  void shouldEnterAStateWhoseGuardHolds() {
    FlowRun run =
        FlowRun.of(GUARDED)
            .handler("greet", call -> JsonText.parse("\"hello\""))
            .start("{\"name\": \"Ada\"}")
            .finish();

    assertThat(run.trace()).containsExactly("Greet SUCCEEDED", "Done SUCCEEDED");
    assertThat(run.output()).isEqualTo(JsonText.parse("\"hello\""));
  }

  @Test
  void shouldGuardWithAnExpression() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Rest
                States:
                  Rest: {Type: Wait, Seconds: 60, When: "{% $states.input.tired %}", End: true}
                """)
            .start("{\"tired\": false}");

    assertThat(run.trace()).containsExactly("Rest SKIPPED");
  }

  @Test
  void shouldFailAStateWhoseGuardCannotBeEvaluated() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Rest
                States:
                  Rest: {Type: Wait, Seconds: 60, When: "{% $states.input.tired %}", End: true}
                """)
            .start("{}");

    assertThat(run.error()).isEqualTo("States.QueryEvaluationError");
  }
}
