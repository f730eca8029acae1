package dev.pawl.testkit;

import static dev.pawl.testkit.FlowAssert.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Fact;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlowRunTest {

  private static final String ORDER =
      """
      StartAt: Charge
      States:
        Charge: {Type: Task, Resource: charge, Next: Wait a day}
        Wait a day: {Type: Wait, Seconds: 86400, Next: Ship}
        Ship: {Type: Task, Resource: ship, End: true}
      """;

  private static final String APPROVAL =
      """
      StartAt: Prepare
      States:
        Prepare: {Type: Task, Resource: prepare, ResultPath: null, Next: Approve}
        Approve:
          Type: Human
          SendBack: true
          Outcomes: {yes: {Next: Done}, no: {Next: Stop}}
          Next: Done
        Done: {Type: Succeed}
        Stop: {Type: Fail, Error: Rejected}
      """;

  @TempDir Path folder;

  @Test
  void shouldRunTheExampleOfThePackage() throws IOException {
    Path file = Files.writeString(folder.resolve("order.asl.yaml"), ORDER);
    FlowRun run =
        FlowRun.of(file)
            .handler("charge", FakeHandler.returning("\"paid\""))
            .handler("ship", FakeHandler.returning("\"on its way\""))
            .start("{\"amount\": 5}");
    assertThat(run).waitingAt("Wait a day");

    run.advance(Duration.ofDays(1));

    assertThat(run).succeeded().visited("Charge", "Wait a day", "Ship").output("\"on its way\"");
    assertThat(run.now()).isEqualTo(FlowRun.DEFAULT_START.plus(Duration.ofDays(1)));
  }

  @Test
  void shouldMakeScriptedDecisionsOnePerVisit() {
    FlowRun run =
        FlowRun.of(APPROVAL)
            .handler("prepare", call -> Json.of(1))
            .decision("Approve", Decision.sendBackTo("Prepare", "incomplete"))
            .decision("Approve", Decision.complete("yes", "{\"note\": \"fine\"}").by("ada"))
            .start();

    assertThat(run)
        .succeeded()
        .visited("Prepare", "Approve", "Prepare", "Approve", "Done")
        .called("prepare", 2);
    assertThat(run.output().get("By")).contains(Json.of("ada"));
  }

  @Test
  void shouldWaitForADecisionThatIsNotScripted() {
    FlowRun run = FlowRun.of(APPROVAL).handler("prepare", call -> Json.of(1)).start();
    assertThat(run).waitingAt("Approve");

    run.decide("Approve", Decision.complete("no"));

    assertThat(run).failedWith("Rejected");
  }

  @Test
  void shouldRefuseADecisionThatTheFlowDoesNotKnow() {
    FlowRun run = FlowRun.of(APPROVAL).handler("prepare", call -> Json.of(1)).start();

    assertThatThrownBy(() -> run.decide("Approve", Decision.complete("maybe")))
        .isInstanceOf(AssertionError.class)
        .hasMessage("the decision on Approve was refused: 'maybe' is not an outcome of this step");
  }

  @Test
  void shouldDecideInFlowsThatAreCalled() {
    FlowRun run =
        FlowRun.of("StartAt: A\nStates: {A: {Type: Task, Resource: 'flow:child.sync', End: true}}")
            .flow("child", APPROVAL)
            .handler("prepare", call -> Json.of(1))
            .decision("Approve", Decision.sendBackTo("Prepare", "incomplete"))
            .decision("Approve", Decision.complete("yes"))
            .start();

    assertThat(run).succeeded().visited("A").called("prepare", 2);
  }

  @Test
  void shouldSendScriptedEventsInTheirTimeEvenAfterACrash() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: One
                States:
                  One: {Type: Wait, Event: one, Next: Two}
                  Two: {Type: Wait, Event: two, End: true}
                """)
            .startingAt(Instant.parse("2027-01-01T00:00:00Z"))
            .event("one", "1")
            .eventAfter(Duration.ofHours(2), "two", "2")
            .start();
    assertThat(run).waitingAt("Two");

    run.advance(Duration.ofHours(1)).crash().finish();

    assertThat(run).succeeded().output("2");
    assertThat(run.now()).isEqualTo("2027-01-01T02:00:00Z");
  }

  @Test
  void shouldReturnTheAnswersOfAFakeHandlerInTurn() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: A
                States:
                  A:
                    Type: Task
                    Resource: a
                    Retry: [{ErrorEquals: [Busy], IntervalSeconds: 1, MaxAttempts: 5}]
                    Next: B
                  B: {Type: Task, Resource: a, Next: C}
                  C: {Type: Task, Resource: a, End: true}
                """)
            .handler(
                "a",
                FakeHandler.failing("Busy", "1").times(2).thenReturning("3").thenReturning("4"))
            .start()
            .finish();

    assertThat(run).succeeded().output("4").called("a", 5);
    assertThat(run).step("A").attempts(3).output("3").and().step("B").attempts(1).output("4");
  }

  @Test
  void shouldReportWhatWasExpectedAndWhatHappened() {
    FlowRun run =
        FlowRun.of(ORDER).handler("charge", FakeHandler.failing("Declined", "no money")).start();

    assertThat(run).failed().failedWith("Declined").cause("money").neverVisited("Ship");
    assertThat(run).step("Charge").failedWith("Declined").attempts(1).input("{}");
    assertThatThrownBy(() -> assertThat(run).output("1"))
        .isInstanceOf(AssertionError.class)
        .hasMessage(
            """
            expected the output 1
            but it is FAILED with {"Error":"Declined","Cause":"no money"}
            steps:
              Charge FAILED {"Error":"Declined","Cause":"no money"}\
            """);
    assertThatThrownBy(() -> assertThat(run).step("Charge").succeeded())
        .isInstanceOf(AssertionError.class)
        .hasMessageStartingWith("expected of step Charge: to be SUCCEEDED\nbut it is FAILED");
  }

  @Test
  void shouldNameResourcesWithoutAHandler() {
    FlowRun run = FlowRun.of(ORDER).start();

    assertThatThrownBy(() -> assertThat(run).succeeded())
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("expected the execution to be SUCCEEDED")
        .hasMessageEndingWith("no handler for: charge");
  }

  @Test
  void shouldRefuseEveryAssertionThatDoesNotHold() {
    FlowRun run = FlowRun.of(ORDER).handler("charge", call -> Json.of(1)).start("{\"n\": 1}");
    FlowAssert that = assertThat(run);

    that.waiting().waitingAt("Wait a day").visitedInOrder("Charge").called("charge", 1);
    that.calledWith("charge", "{\"n\": 1.0}");
    refused(that::succeeded);
    refused(that::failed);
    refused(that::timedOut);
    refused(that::cancelled);
    refused(that::paused);
    refused(() -> that.error("E"));
    refused(() -> that.cause("c"));
    refused(() -> that.outputSatisfies(output -> {}));
    refused(() -> that.visited("Charge"));
    refused(() -> that.visitedInOrder("Wait a day", "Charge"));
    refused(() -> that.neverVisited("Ship", "Charge"));
    refused(() -> that.called("charge", 2));
    refused(() -> that.calledWith("charge", "{}"));
    refused(() -> that.step("Ship"));
    refused(() -> that.waitingAt("Charge"));
    refused(() -> that.step("Charge").failedWith("E"));
    refused(() -> that.step("Charge").skipped());
    refused(() -> that.step("Charge").cancelled());
    refused(() -> that.step("Charge").compensated());
    refused(() -> that.step("Charge").rolledBack());
    refused(() -> that.step("Charge").attempts(2));
    refused(() -> that.step("Charge").input("2"));
    refused(() -> that.step("Charge").output("2"));
    run.apply(new Fact.Paused("look"));
    that.paused();
    run.apply(new Fact.Cancelled("enough", false));
    that.cancelled();
    refused(that::waiting);
  }

  private static void refused(Runnable assertion) {
    assertThatThrownBy(assertion::run).isInstanceOf(AssertionError.class);
  }
}
