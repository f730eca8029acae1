package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Fact;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EventsTest {

  private static final String PAID =
      """
      StartAt: Paid
      States:
        Paid:
          Type: Wait
          Event: paid
          %s
          ResultPath: $.payment
          Next: Ship
        Ship: {Type: Pass, End: true}
        Remind: {Type: Pass, Result: reminded, ResultPath: $.how, End: true}
      """;

  private static String paid(String fields) {
    String text = PAID.formatted(fields);
    return fields.contains("TimeoutNext") ? text : text.replaceAll("  Remind:.*\n", "");
  }

  @Test
  void shouldTakeTheEventThatComesLater() {
    FlowRun run = FlowRun.of(paid("")).start("{\"order\": 1}");
    assertThat(run.trace()).containsExactly("Paid RUNNING");

    run.advance(Duration.ofDays(400)).event("paid", "{\"sum\": 5}");

    assertThat(run.output()).isEqualTo(json("{\"order\": 1, \"payment\": {\"sum\": 5}}"));
  }

  @Test
  void shouldTakeTheEventThatCameFirst() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Nap
                States:
                  Nap: {Type: Wait, Seconds: 10, Next: Paid}
                  Paid: {Type: Wait, Event: paid, Next: Again}
                  Again: {Type: Wait, Event: paid, End: true}
                """)
            .start("{}")
            .event("paid", "1")
            .event("other", "2")
            .event("paid", "3");

    run.finish();

    assertThat(run.output()).isEqualTo(json("3"));
    assertThat(run.execution().events()).extracting(e -> e.name()).containsExactly("other");
  }

  @Test
  void shouldNotTakeEventsOfAnotherName() {
    FlowRun run = FlowRun.of(paid("")).start("{}").event("paid.not", "1").event("PAID", "1");

    assertThat(run.trace()).containsExactly("Paid RUNNING");
  }

  @Test
  void shouldFailWithATimeoutByDefault() {
    FlowRun run = FlowRun.of(paid("TimeoutSeconds: 60")).start("{}");
    var start = run.now();

    run.finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(run.now()).isEqualTo(start.plusSeconds(60));
  }

  @Test
  void shouldFollowTheTransitionOfATimeout() {
    FlowRun run =
        FlowRun.of(paid("TimeoutSeconds: 60\n    TimeoutNext: Remind")).start("{\"a\": 1}");

    run.finish();

    assertThat(run.output()).isEqualTo(json("{\"a\": 1, \"how\": \"reminded\"}"));
    assertThat(run.trace()).containsExactly("Paid FAILED", "Remind SUCCEEDED");
  }

  @Test
  void shouldTakeAnEventJustBeforeTheTimeout() {
    FlowRun run = FlowRun.of(paid("TimeoutSeconds: 60\n    TimeoutNext: Remind")).start("{}");

    run.advance(Duration.ofSeconds(59)).event("paid", "1").finish();

    assertThat(run.trace()).containsExactly("Paid SUCCEEDED", "Ship SUCCEEDED");
  }

  @Test
  void shouldKeepAnEventThatComesAfterTheTimeout() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Paid
                States:
                  Paid: {Type: Wait, Event: paid, TimeoutSeconds: 5, TimeoutNext: Nap, Next: Ship}
                  Nap: {Type: Wait, Seconds: 100, Next: Again}
                  Again: {Type: Wait, Event: paid, Next: Ship}
                  Ship: {Type: Pass, End: true}
                """)
            .start("{}");

    run.advance(Duration.ofSeconds(6)).event("paid", "\"late\"").finish();

    assertThat(run.output()).isEqualTo(json("\"late\""));
  }

  @Test
  void shouldServeTheLongestWaitingFirst() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Fan
                States:
                  Fan:
                    Type: Parallel
                    Branches:
                      - StartAt: Nap
                        States:
                          Nap: {Type: Wait, Seconds: 10, Next: Slow}
                          Slow: {Type: Wait, Event: go, End: true}
                      - {StartAt: Quick, States: {Quick: {Type: Wait, Event: go, End: true}}}
                      - {StartAt: Third, States: {Third: {Type: Wait, Event: go, End: true}}}
                    End: true
                """)
            .start("{}")
            .advance(Duration.ofSeconds(10));

    run.event("go", "1").event("go", "2").event("go", "3");

    assertThat(run.output()).isEqualTo(json("[3, 1, 2]"));
  }

  @Test
  void shouldServeInTheSameOrderAfterACrash() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      StartAt: Go
                      States: {Go: {Type: Wait, Event: go, End: true}}
                    End: true
                """)
            .start("[0, 0, 0]");

    run.event("go", "1").crash().event("go", "2").crash().event("go", "3");

    assertThat(run.output()).isEqualTo(json("[1, 2, 3]"));
  }

  @Test
  void shouldComputeTheNameOfTheEvent() {
    FlowRun path =
        FlowRun.of(
                """
                StartAt: Go
                States:
                  Go: {Type: Wait, EventPath: $.name, TimeoutSecondsPath: $.limit, End: true}
                """)
            .start("{\"name\": \"order.7\", \"limit\": 9}");
    FlowRun expression =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Go
                States:
                  Go: {Type: Wait, Event: "{% 'order.' & $states.input.id %}",
                       Output: {got: "{% $states.result %}", for: "{% $states.input.id %}"},
                       Assign: {v: "{% $states.result %}"}, End: true}
                """)
            .start("{\"id\": 7}");

    path.event("order.7", "true");
    expression.event("order.7", "true");

    assertThat(path.output()).isEqualTo(json("true"));
    assertThat(expression.output()).isEqualTo(json("{\"got\": true, \"for\": 7}"));
  }

  @Test
  void shouldGiveEachEventToOneListenerOnly() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Each
                States:
                  Each:
                    Type: Map
                    ItemProcessor:
                      StartAt: Go
                      States: {Go: {Type: Wait, Event: go, End: true}}
                    End: true
                """)
            .start("[0, 0]");

    assertThat(run.apply(new Fact.EventArrived("go", Json.of(1)))).isEmpty();

    assertThat(run.trace()).containsExactly("Each RUNNING", "Go SUCCEEDED", "Go RUNNING");
  }
}
