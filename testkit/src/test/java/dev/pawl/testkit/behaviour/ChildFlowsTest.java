package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.failing;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChildFlowsTest {

  private static final String CHILD =
      """
      StartAt: Work
      States:
        Work: {Type: Task, Resource: work, Next: Nap}
        Nap: {Type: Wait, Seconds: 10, End: true}
      """;

  private static String parent(String fields) {
    return "StartAt: Call\nStates:\n  Call:\n    Type: Task\n    End: true\n" + fields.indent(4);
  }

  private static FlowRun calling(String fields) {
    return FlowRun.of(parent(fields)).flow("child", CHILD);
  }

  private static Execution child(FlowRun run) {
    return run.engine().executions().getLast();
  }

  private static List<Status> statuses(FlowRun run) {
    return run.engine().executions().stream().map(Execution::status).toList();
  }

  @Test
  void shouldStartAChildAndContinue() {
    FlowRun run =
        calling("Resource: flow:child").handler("work", answering("1")).start("{\"a\": 1}");

    assertThat(run.execution().status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.output().get("ExecutionId")).contains(Json.of(child(run).id().toString()));
    run.finish();
    assertThat(child(run).status()).isEqualTo(Status.SUCCEEDED);
    assertThat(child(run).origin().input()).isEqualTo(json("{\"a\": 1}"));
    assertThat(child(run).origin().flow()).isEqualTo("child");
  }

  @Test
  void shouldWaitForTheOutputOfAChild() {
    FlowRun run = calling("Resource: flow:child.sync").handler("work", answering("7")).start("{}");

    assertThat(run.trace()).containsExactly("Call RUNNING");
    run.finish();

    assertThat(run.output()).isEqualTo(json("7"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Resource: RUN_FLOW, Config: {flow: child, input: {n: '${$.n}'}}|{\"n\":7}",
        "Resource: RUN_FLOW, Config: {flow: child}|{\"n\":7}",
        "Resource: RUN_FLOW, Parameters: {flow: child, input: 5, wait: true}|5"
      })
  void shouldRunTheFlowThatSettingsName(String call, String output) {
    List<Json> inputs = new ArrayList<>();
    FlowRun run =
        FlowRun.of("StartAt: Call\nStates:\n  Call: {Type: Task, %s, End: true}".formatted(call))
            .flow("child", CHILD)
            .handler(
                "work",
                worked -> {
                  inputs.add(worked.input());
                  return worked.input();
                })
            .start("{\"n\": 7}")
            .finish();

    assertThat(inputs).containsExactly(json(output));
    assertThat(run.output()).isEqualTo(json(output));
  }

  @Test
  void shouldReturnTheIdOfAFlowThatSettingsDoNotWaitFor() {
    FlowRun run =
        calling("Resource: RUN_FLOW\nConfig: {flow: child, wait: false}")
            .hanging("work")
            .start("{}")
            .finish();

    assertThat(run.output().get("ExecutionId")).isPresent();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|flow: is missing or no text",
        "{flow: child, wait: later}|wait: \"later\" is not true or false",
        "{flow: child, version: 0}|version: 0 is not a whole number from 1 on"
      })
  void shouldNameWrongSettingsOfAFlowToRun(String settings, String cause) {
    FlowRun run = calling("Resource: RUN_FLOW\nConfig: " + settings).start("{}");

    assertThat(run.error()).isEqualTo("ConfigInvalid");
    assertThat(run.cause()).contains(cause);
  }

  @Test
  void shouldCatchTheErrorOfAChildByItsName() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Call
                States:
                  Call:
                    Type: Task
                    Resource: flow:child.sync
                    Catch: [{ErrorEquals: [Broken], Next: Rescue}]
                    End: true
                  Rescue: {Type: Pass, End: true}
                """)
            .flow("child", CHILD)
            .handler("work", failing("Broken"))
            .start("{}");

    assertThat(run.output()).isEqualTo(json("{\"Error\": \"Broken\", \"Cause\": \"as ever\"}"));
  }

  @Test
  void shouldRetryWithANewChild() {
    FlowRun run =
        calling("Resource: flow:child.sync\nRetry: [{ErrorEquals: [Broken]}]")
            .handler("work", failing("Broken", 1))
            .start("5")
            .finish();

    assertThat(run.output()).isEqualTo(json("5"));
    assertThat(statuses(run)).containsExactly(Status.SUCCEEDED, Status.FAILED, Status.SUCCEEDED);
  }

  @Test
  void shouldFailIfTheFlowDoesNotExist() {
    FlowRun run = calling("Resource: flow:nobody.sync").start("{}");

    assertThat(run.error()).isEqualTo("StepFunctions.StateMachineDoesNotExistException");
    assertThat(run.cause()).contains("nobody");
  }

  @ParameterizedTest
  @CsvSource({"true, CANCELLED", "false, CANCELLED"})
  void shouldCancelTheChildWithTheParent(boolean compensate, Status status) {
    FlowRun run = calling("Resource: flow:child.sync").hanging("work").start("{}");

    run.apply(new Fact.Cancelled("enough", compensate));

    assertThat(statuses(run)).containsExactly(Status.CANCELLED, status);
  }

  @Test
  void shouldKeepAChildWithoutAWaitingParent() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Call
                States:
                  Call: {Type: Task, Resource: "flow:child", Next: Nap}
                  Nap: {Type: Wait, Seconds: 5, End: true}
                """)
            .flow("child", CHILD)
            .hanging("work")
            .start("{}");

    run.apply(new Fact.Cancelled("enough", false));

    assertThat(statuses(run)).containsExactly(Status.CANCELLED, Status.RUNNING);
  }

  @Test
  void shouldTimeOutAChildThatTakesTooLongAndCancelIt() {
    FlowRun run =
        calling("Resource: flow:child.sync\nTimeoutSeconds: 5")
            .handler("work", answering("1"))
            .start("{}")
            .finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(statuses(run)).containsExactly(Status.FAILED, Status.CANCELLED);
  }

  @Test
  void shouldNotStartAChildAgainAfterACrash() {
    FlowRun run = calling("Resource: flow:child.sync").handler("work", answering("7")).start("{}");

    run.advance(Duration.ofSeconds(3)).crash().finish();

    assertThat(run.output()).isEqualTo(json("7"));
    assertThat(statuses(run)).containsExactly(Status.SUCCEEDED, Status.SUCCEEDED);
    assertThat(run.calls("work")).hasSize(1);
  }

  private static final String AWS = "arn:aws:states:::states:startExecution";

  private static String aws(String pattern) {
    return """
    Resource: "%s"
    Parameters:
      StateMachineArn: "arn:aws:states:eu-west-1:123456789012:stateMachine:child"
      Name: named
      Input: {"x.$": $.a}
    """
        .formatted(AWS + pattern);
  }

  @Test
  void shouldStartExecutionsAsAwsDoes() {
    FlowRun run = calling(aws("")).handler("work", answering("7")).start("{\"a\": 1}");

    assertThat(run.output().get("ExecutionArn")).contains(Json.of(child(run).id().toString()));
    assertThat(run.output().get("StartDate")).isPresent();
    assertThat(child(run).origin().input()).isEqualTo(json("{\"x\": 1}"));
    assertThat(child(run).origin().name()).isEqualTo("named");
  }

  @Test
  void shouldWaitForExecutionsAsAwsDoes() {
    FlowRun text =
        calling(aws(".sync")).handler("work", answering("{\"n\": 7}")).start("{\"a\": 1}");
    FlowRun parsed =
        calling(aws(".sync:2")).handler("work", answering("{\"n\": 7}")).start("{\"a\": 1}");

    text.finish();
    parsed.finish();

    assertThat(text.output().get("Output")).contains(Json.of("{\"n\":7}"));
    assertThat(parsed.output().get("Output")).contains(json("{\"n\": 7}"));
    assertThat(parsed.output().get("Status")).contains(Json.of("SUCCEEDED"));
    assertThat(parsed.output().get("Name")).contains(Json.of("named"));
  }

  @Test
  void shouldFailAsATaskWhereAnExecutionOfAwsFails() {
    FlowRun run = calling(aws(".sync:2")).handler("work", failing("Broken")).start("{\"a\": 1}");

    assertThat(run.error()).isEqualTo("States.TaskFailed");
    assertThat(run.cause()).contains("Broken").contains("\"Status\":\"FAILED\"");
  }

  @Test
  void shouldWaitForTheTokenThatAChildWasGiven() {
    FlowRun run =
        calling(
                """
                Resource: "%s.waitForTaskToken"
                Parameters:
                  StateMachineArn: child
                  Input: {"token.$": $$.Task.Token}
                """
                    .formatted(AWS))
            .handler("work", call -> call.input())
            .start("{}")
            .finish();

    assertThat(child(run).status()).isEqualTo(Status.SUCCEEDED);
    assertThat(run.trace()).containsExactly("Call RUNNING");
    String token = child(run).origin().input().get("token").orElseThrow().asText();
    run.engine().succeed(TaskToken.parse(token), json("\"called back\""));

    assertThat(run.output()).isEqualTo(json("\"called back\""));
  }

  @ParameterizedTest
  @CsvSource({"flow:again.sync, FAILED", "flow:again, SUCCEEDED"})
  void shouldEndFlowsThatStartThemselves(String resource, Status status) {
    String again = parent("Resource: " + resource);
    FlowRun run = FlowRun.of(again).flow("again", again).start("{}").finish();

    assertThat(run.execution().status()).isEqualTo(status);
    assertThat(statuses(run)).hasSize(ChildFlow.MAX_DEPTH + 1);
    assertThat(child(run).failure().orElseThrow().cause().orElseThrow()).contains("itself");
  }
}
