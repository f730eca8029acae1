package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Failure;
import dev.pawl.engine.TaskToken;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TaskTokensTest {

  private static final String ASK =
      """
      StartAt: Ask
      States:
        Ask:
          Type: Task
          Resource: ask.waitForTaskToken
          Parameters: {"token.$": "$$.Task.Token"}
          Retry: [{ErrorEquals: [Busy], IntervalSeconds: 5}]
          Next: Show
        Show: {Type: Pass, End: true}
      """;

  private static FlowRun asked() {
    return FlowRun.of(ASK).handler("ask.waitForTaskToken", call -> json("\"queued\"")).start("{}");
  }

  private static List<TaskToken> tokens(FlowRun run) {
    return run.calls("ask.waitForTaskToken").stream()
        .map(called -> TaskToken.parse(called.call().taskToken().orElseThrow()))
        .toList();
  }

  @Test
  void shouldWaitForTheTokenWhateverTheHandlerAnswers() {
    FlowRun run = asked();

    assertThat(run.trace()).containsExactly("Ask RUNNING");
    assertThat(run.calls("ask.waitForTaskToken").getFirst().call().input().get("token"))
        .contains(json("\"" + tokens(run).getFirst() + "\""));

    run.engine().succeed(tokens(run).getFirst(), json("{\"ok\": 1}"));
    assertThat(run.output()).isEqualTo(json("{\"ok\": 1}"));
  }

  @Test
  void shouldFailByTokenWithTheGivenErrorName() {
    FlowRun run = asked();

    run.engine().fail(tokens(run).getFirst(), Failure.of("No", "never"));

    assertThat(run.error()).isEqualTo("No");
    assertThat(run.cause()).isEqualTo("never");
  }

  @Test
  void shouldTakeATokenOnlyOnce() {
    FlowRun run = asked();
    TaskToken token = tokens(run).getFirst();

    run.engine().succeed(token, json("1"));

    assertThat(run.engine().succeed(token, json("2")).ignored()).isPresent();
    assertThat(run.engine().fail(token, Failure.of("No", "")).ignored()).isPresent();
    assertThat(run.output()).isEqualTo(json("1"));
  }

  @Test
  void shouldGiveEachAttemptATokenOfItsOwn() {
    FlowRun run = asked();
    TaskToken first = tokens(run).getFirst();
    run.engine().fail(first, Failure.of("Busy", ""));
    run.advance(Duration.ofSeconds(5));

    assertThat(tokens(run)).hasSize(2).doesNotHaveDuplicates();
    assertThat(run.engine().succeed(first, json("\"late\"")).ignored())
        .contains("this attempt is no longer awaited");

    run.engine().succeed(tokens(run).getLast(), json("\"in time\""));
    assertThat(run.output()).isEqualTo(json("\"in time\""));
  }

  @Test
  void shouldGiveTheSameTokenAgainAfterACrash() {
    FlowRun run = asked();

    run.crash().finish();

    assertThat(tokens(run)).hasSize(2);
    assertThat(tokens(run).getFirst()).isEqualTo(tokens(run).getLast());
    run.engine().succeed(tokens(run).getFirst(), json("1"));
    assertThat(run.output()).isEqualTo(json("1"));
  }

  @Test
  void shouldRejectAnInvalidToken() {
    assertThatThrownBy(() -> TaskToken.parse("nonsense"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TaskToken.parse("!!!")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> TaskToken.parse("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void shouldRefuseATokenWithAnotherSecret() {
    FlowRun run = asked();
    TaskToken token = tokens(run).getFirst();
    TaskToken forged =
        new TaskToken(token.execution(), token.step(), token.attempt(), token.secret() + 1);

    assertThat(run.engine().succeed(forged, json("1")).ignored()).isPresent();
    assertThat(run.engine().fail(forged, Failure.of("No", "")).ignored()).isPresent();
    assertThat(run.trace()).containsExactly("Ask RUNNING");
  }

  @Test
  void shouldCarryAnyNameOfAState() {
    String name = "odd / name # 1 % \\u00e9";
    FlowRun run =
        FlowRun.of(
                """
                {"StartAt": "%1$s", "States": {"%1$s": {"Type": "Parallel", "End": true,
                  "Branches": [{"StartAt": "Ask", "States": {"Ask": {"Type": "Task", "End": true,
                    "Resource": "ask.waitForTaskToken"}}}]}}}
                """
                    .formatted(name))
            .handler("ask.waitForTaskToken", call -> json("0"))
            .start("{}");

    run.engine().succeed(tokens(run).getFirst(), json("1"));

    assertThat(run.output()).isEqualTo(json("[1]"));
  }
}
