package dev.pawl.testkit.behaviour;

import static dev.pawl.testkit.behaviour.Given.answering;
import static dev.pawl.testkit.behaviour.Given.json;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.StepId;
import dev.pawl.model.schema.Violation;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HumanTest {

  private static final String APPROVAL =
      """
      StartAt: Prepare
      States:
        Prepare: {Type: Task, Resource: prepare, ResultPath: $.prepared, Next: Approve}
        Approve:
          Type: Human
          Kind: approval
          Title.$: States.Format('Approve order {}', $.id)
          Assignees: ["group:finance"]
          Outcomes: {approved: {Next: Pay}, rejected: {Next: Stop}, later: {}}
          ResultPath: $.decision
          Next: Park
          %s
        Pay: {Type: Pass, End: true}
        Stop: {Type: Fail, Error: Rejected}
        Park: {Type: Pass, Result: parked, End: true}
      """;

  private static FlowRun asked(String more) {
    return FlowRun.of(APPROVAL.formatted(more))
        .handler("prepare", answering("true"))
        .start("{\"id\": 7}");
  }

  private static Optional<String> act(FlowRun run, Action action) {
    return run.apply(new HumanActed(run.at("Approve"), "ada", action));
  }

  private static Action completed(String outcome) {
    return new Action.Completed(outcome, json("{\"note\": \"ok\"}"));
  }

  @Test
  void shouldOpenAHumanTask() {
    FlowRun run = asked("");

    assertThat(OutstandingCommands.of(run.execution()))
        .containsExactly(
            new Command.OpenHumanTask(
                run.at("Approve"),
                "Approve",
                "Approve order 7",
                json("[\"group:finance\"]"),
                json("{\"id\": 7, \"prepared\": true}")));
  }

  @Test
  void shouldFollowTheOutcome() {
    FlowRun approved = asked("");
    FlowRun rejected = asked("");
    FlowRun later = asked("");

    act(approved, completed("approved"));
    act(rejected, completed("rejected"));
    act(later, completed("later"));

    assertThat(approved.output().get("decision"))
        .contains(
            json("{\"Outcome\": \"approved\", \"By\": \"ada\", \"Data\": {\"note\": \"ok\"}}"));
    assertThat(rejected.error()).isEqualTo("Rejected");
    assertThat(later.output()).isEqualTo(json("\"parked\""));
  }

  @Test
  void shouldRejectAnUnknownOutcomeAndKeepWaiting() {
    FlowRun run = asked("");

    assertThat(act(run, completed("maybe"))).contains("'maybe' is not an outcome of this step");

    assertThat(run.trace()).containsExactly("Prepare SUCCEEDED", "Approve RUNNING");
    assertThat(act(run, completed("approved"))).isEmpty();
  }

  @Test
  void shouldIgnoreASecondDecision() {
    FlowRun run =
        FlowRun.of(APPROVAL.formatted("").replace("Pay: {Type: Pass", "Pay: {Type: Wait, Event: x"))
            .handler("prepare", answering("true"))
            .start("{\"id\": 7}");
    StepId step = run.at("Approve");

    act(run, completed("approved"));

    assertThat(run.apply(new HumanActed(step, "bob", completed("rejected"))))
        .contains("the frame is no longer at this step");
  }

  @Test
  void shouldSkipOptionalStepsOnly() {
    FlowRun required = asked("");
    FlowRun optional = asked("Optional: true");

    assertThat(act(required, new Action.Skipped("no time"))).contains("this step is not optional");
    assertThat(act(optional, new Action.Skipped("no time"))).isEmpty();

    assertThat(required.trace()).endsWith("Approve RUNNING");
    assertThat(optional.trace())
        .containsExactly("Prepare SUCCEEDED", "Approve SKIPPED", "Park SUCCEEDED");
  }

  @Test
  void shouldSendBackToAllowedStepsOnly() {
    FlowRun run = asked("");
    Fact.Entry entry = run.entry("Prepare");

    assertThat(act(run, new Action.SentBack(entry, "wrong")))
        .contains("this step may not send back");
    assertThat(run.calls("prepare")).hasSize(1);
  }

  @Test
  void shouldSendBackToAnEarlierStep() {
    FlowRun run = asked("SendBack: true");
    StepId first = run.at("Approve");

    assertThat(act(run, new Action.SentBack(run.entry("Prepare"), "wrong"))).isEmpty();

    assertThat(run.calls("prepare")).hasSize(2);
    assertThat(run.trace())
        .containsExactly(
            "Prepare SUCCEEDED", "Approve ROLLED_BACK", "Prepare SUCCEEDED", "Approve RUNNING");
    assertThat(run.at("Approve")).isEqualTo(new StepId(FrameId.ROOT, 4)).isNotEqualTo(first);
    assertThat(run.apply(new HumanActed(first, "bob", completed("approved")))).isPresent();
    assertThat(act(run, completed("approved"))).isEmpty();
    assertThat(run.output().get("id")).contains(json("7"));
  }

  @Test
  void shouldNotSendBackToAnUnknownStep() {
    FlowRun run = asked("SendBack: true");
    Fact.Entry never = new Fact.Entry(9, "Prepare", json("{}"), Map.of());

    assertThat(act(run, new Action.SentBack(never, "wrong")))
        .contains("the frame never was at this step");
    assertThat(run.trace()).endsWith("Approve RUNNING");
  }

  @Test
  void shouldFailWithoutADecisionInTime() {
    FlowRun run = asked("TimeoutSeconds: 3600");
    var start = run.now();

    run.finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(run.now()).isEqualTo(start.plusSeconds(3600));
  }

  @Test
  void shouldCatchATimeoutAndAFailureByAPerson() {
    String caught =
        "TimeoutSeconds: 3600\n"
            + "    Catch: [{ErrorEquals: [States.ALL], Next: Park, ResultPath: $.error}]";
    FlowRun late = asked(caught);
    FlowRun failed = asked(caught);

    late.advance(Duration.ofHours(2));
    act(failed, new Action.Failed(Failure.of("HumanTask.Broken", "coffee")));

    assertThat(late.trace()).endsWith("Approve FAILED", "Park SUCCEEDED");
    assertThat(failed.trace()).endsWith("Approve FAILED", "Park SUCCEEDED");
  }

  @Test
  void shouldHaveOneOutcomeWhereNoneIsNamed() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Approve
                States:
                  Approve: {Type: Human, ResultSelector: {"who.$": $.By}, End: true}
                """)
            .start("{}");

    assertThat(act(run, completed("approved"))).isPresent();
    assertThat(act(run, completed("completed"))).isEmpty();
    assertThat(run.output()).isEqualTo(json("{\"who\": \"ada\"}"));
  }

  @Test
  void shouldShapeADecisionByExpressions() {
    FlowRun run =
        FlowRun.of(
                """
                QueryLanguage: JSONata
                StartAt: Approve
                States:
                  Approve: {Type: Human, Title: "{% 'Order ' & $states.input.id %}",
                            Assignees: "{% [$states.input.boss] %}",
                            Output: "{% $states.result.Data.note & ' by ' & $states.result.By %}",
                            End: true}
                """)
            .start("{\"id\": 7, \"boss\": \"grace\"}");
    Command.OpenHumanTask task =
        (Command.OpenHumanTask) OutstandingCommands.of(run.execution()).getFirst();

    act(run, completed("completed"));

    assertThat(task.title()).isEqualTo("Order 7");
    assertThat(task.assignees()).isEqualTo(json("[\"grace\"]"));
    assertThat(run.output()).isEqualTo(json("\"ok by ada\""));
  }

  @Test
  void shouldKeepWaitingForThePersonAfterACrash() {
    FlowRun run = asked("TimeoutSeconds: 3600");
    var start = run.now();

    run.advance(Duration.ofMinutes(30)).crash();
    assertThat(OutstandingCommands.of(run.execution())).hasSize(2);
    run.finish();

    assertThat(run.error()).isEqualTo("States.Timeout");
    assertThat(run.now()).isEqualTo(start.plusSeconds(3600));
  }

  @Test
  void shouldRejectASkipOfAStepWithRequiredOutcomes() {
    FlowRun run = asked("");

    assertThat(run.apply(new Fact.Skipped(run.at("Approve"), json("{}"))))
        .contains(
            "this step is not optional and has the outcomes approved, rejected, later; decide it"
                + " instead");
    assertThat(run.trace()).endsWith("Approve RUNNING");
  }

  @Test
  void shouldLetAnOperatorSkipWhatIsOptionalOrHasNoOutcomes() {
    FlowRun optional = asked("Optional: true");
    FlowRun plain =
        FlowRun.of(
                """
                StartAt: Approve
                States:
                  Approve: {Type: Human, End: true}
                """)
            .start("{}");

    assertThat(optional.apply(new Fact.Skipped(optional.at("Approve"), json("1")))).isEmpty();
    assertThat(plain.apply(new Fact.Skipped(plain.at("Approve"), json("1")))).isEmpty();

    assertThat(optional.trace()).endsWith("Approve SKIPPED", "Park SUCCEEDED");
    assertThat(plain.output()).isEqualTo(json("1"));
  }

  @Test
  void shouldKnowWhichStepsWaitForADecision() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Both
                States:
                  Both:
                    Type: Parallel
                    Branches:
                      - {StartAt: Left, States: {Left: {Type: Human, End: true}}}
                      - {StartAt: Right, States: {Right: {Type: Wait, Event: go, Next: Then},
                                                  Then: {Type: Human, End: true}}}
                    End: true
                """)
            .start("{}");

    assertThat(open(run)).containsExactly("/Both#1/0@1 Left");
    run.event("go", "1");
    assertThat(open(run)).containsExactly("/Both#1/0@1 Left", "/Both#1/1@2 Then");
    run.apply(new Fact.Paused("tea"));
    assertThat(open(run)).hasSize(2);
    run.apply(new HumanActed(run.at("Left"), "ada", completed("completed")));
    assertThat(open(run)).containsExactly("/Both#1/1@2 Then");
  }

  private static List<String> open(FlowRun run) {
    return OpenHumanStep.of(run.flow(), run.execution()).stream()
        .map(open -> open.step() + " " + open.state().name())
        .toList();
  }

  @Test
  void shouldDescribeErrorsOfADecision() {
    FlowRun run =
        asked("Form: {type: object, required: [note], properties: {note: {type: string}}}");
    OpenHumanStep open = OpenHumanStep.of(run.flow(), run.execution()).getFirst();

    assertThat(open.violations(Optional.of("maybe"), json("{\"note\": 1}")))
        .extracting(Violation::toString)
        .containsExactly(
            "/outcome must be one of 'approved', 'rejected', 'later', got 'maybe'",
            "/data/note must be a string, got an integer");
    assertThat(open.violations(Optional.empty(), json("{}")))
        .extracting(Violation::toString)
        .containsExactly(
            "/outcome must be one of 'approved', 'rejected', 'later', got none",
            "/data/note is required");
    assertThat(open.complete(Optional.of("approved"), json("{\"note\": \"ok\"}"), "cheap"))
        .isEqualTo(new Action.Completed("approved", json("{\"note\": \"ok\"}"), "cheap"));
  }

  @Test
  void shouldTakeTheOnlyOutcomeWhereNoneIsGiven() {
    FlowRun run =
        FlowRun.of(
                """
                StartAt: Approve
                States:
                  Approve: {Type: Human, End: true}
                """)
            .start("{}");
    OpenHumanStep open = OpenHumanStep.of(run.flow(), run.execution()).getFirst();

    assertThat(open.complete(Optional.empty(), json("{}"), "").outcome()).isEqualTo("completed");
  }
}
