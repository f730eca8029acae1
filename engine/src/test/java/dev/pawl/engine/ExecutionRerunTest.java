package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ExecutionRerunTest {

  private static final ExecutionId OLD = new ExecutionId(new UUID(1, 2));
  private static final ExecutionId NEW = new ExecutionId(new UUID(3, 4));
  private static final Instant THEN = Instant.parse("2026-01-31T09:30:00Z");
  private static final Instant NOW = THEN.plus(Duration.ofDays(3));

  private final List<RecordedFact> facts = new ArrayList<>();

  @Test
  void shouldKeepResultsOfBranchesAndRetryTheFailedOnes() {
    Interpreter interpreter = interpreter(fan(""));
    start();
    apply(succeeded("/Fan#2/0@1"));
    apply(failed("/Fan#2/1@1"));

    List<RecordedFact> copied = ExecutionRerun.fromTheFailure(interpreter, OLD, facts, NOW);

    assertThat(copied).hasSize(2);
    Execution again = interpreter.fold(NEW, copied);
    assertThat(again.status()).isEqualTo(Status.RUNNING);
    assertThat(tasks(again)).containsExactly("right /Fan#2/1@1");
    assertThat(again.origin().deadline()).contains(NOW.plusSeconds(60));
  }

  @Test
  void shouldDrawTheSameRandomNumbersAgain() {
    Interpreter interpreter = interpreter(fan(""));
    start();
    apply(failed("/Fan#2/1@1"));

    List<RecordedFact> copied = ExecutionRerun.fromTheFailure(interpreter, OLD, facts, NOW);

    assertThat(drawn(interpreter, NEW, copied)).isEqualTo(drawn(interpreter, OLD, facts));
    assertThat(drawn(interpreter, NEW, ExecutionRerun.fromTheStart(facts, NOW)))
        .isNotEqualTo(drawn(interpreter, OLD, facts));
  }

  @Test
  void shouldRepeatCompensatedSteps() {
    Interpreter interpreter = interpreter(fan("Compensate: {Resource: undo},"));
    start();
    apply(succeeded("/Fan#2/0@1"));
    apply(failed("/Fan#2/1@1"));
    apply(succeeded("/~#0/~@1"));

    Execution again =
        interpreter.fold(NEW, ExecutionRerun.fromTheFailure(interpreter, OLD, facts, NOW));

    assertThat(tasks(again)).containsExactly("left /Fan#2/0@1", "right /Fan#2/1@1");
  }

  @Test
  void shouldContinueWhereItWasPaused() {
    Interpreter interpreter = interpreter(fan(""));
    start();
    apply(new Fact.Paused("lunch"));
    apply(new Fact.Cancelled("enough", false));

    Execution again =
        interpreter.fold(NEW, ExecutionRerun.fromTheFailure(interpreter, OLD, facts, NOW));

    assertThat(again.status()).isEqualTo(Status.RUNNING);
    assertThat(tasks(again)).hasSize(2);
  }

  @Test
  void shouldStartAgainIfTheStartItselfFailed() {
    Interpreter interpreter =
        interpreter("StartAt: Stop\nStates: {Stop: {Type: Fail, Error: No}}\n");
    start();

    List<RecordedFact> copied = ExecutionRerun.fromTheFailure(interpreter, OLD, facts, NOW);

    assertThat(copied).isEqualTo(ExecutionRerun.fromTheStart(facts, NOW));
    assertThat(copied).extracting(RecordedFact::at).containsExactly(NOW);
  }

  @Test
  void shouldRerunWithNewTimeAndRandomnessAlsoAfterAContinuation() {
    Interpreter interpreter = interpreter(fan(""));
    start();
    apply(failed("/Fan#2/1@1"));
    List<RecordedFact> second =
        ExecutionRerun.because(
            ExecutionRerun.fromTheFailure(interpreter, OLD, facts, THEN), "the disk was full");

    List<RecordedFact> third = ExecutionRerun.fromTheStart(second, NOW);

    assertThat(reason(second)).isEqualTo("the disk was full");
    assertThat(reason(third)).isEmpty();
    assertThat(interpreter.fold(NEW, third).origin().deadline()).contains(NOW.plusSeconds(60));
    assertThat(drawn(interpreter, NEW, third)).isNotEqualTo(drawn(interpreter, OLD, facts));
  }

  @Test
  void shouldRetryOnlyFailedItems() {
    Interpreter interpreter = interpreter(fan(""));
    start();

    assertThatThrownBy(() -> ExecutionRerun.fromTheFailure(interpreter, OLD, facts, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("this one is RUNNING");
  }

  private static Interpreter interpreter(String definition) {
    return new Interpreter(Definitions.read(definition).flow().orElseThrow());
  }

  private static String fan(String more) {
    return """
    TimeoutSeconds: 60
    StartAt: Draw
    States:
      Draw: {Type: Pass, Parameters: {drawn.$: States.UUID()}, Next: Fan}
      Fan:
        Type: Parallel
        Branches:
          - StartAt: Left
            States: {Left: {Type: Task, Resource: left, %s End: true}}
          - StartAt: Right
            States: {Right: {Type: Task, Resource: right, End: true}}
        End: true
    """
        .formatted(more);
  }

  private void start() {
    apply(new Fact.Started("flow", "name", Json.of(7), JsonObject.EMPTY));
  }

  private static Fact succeeded(String step) {
    return new Fact.TaskSucceeded(StepId.parse(step), 1, Json.of(1), timing());
  }

  private static Fact failed(String step) {
    return new Fact.TaskFailed(StepId.parse(step), 1, Failure.of("Boom", "it broke"), timing());
  }

  private static Fact.Timing timing() {
    return new Fact.Timing(THEN, Duration.ZERO);
  }

  private void apply(Fact fact) {
    facts.add(new RecordedFact(facts.size() + 1, THEN, fact));
  }

  private static List<String> tasks(Execution execution) {
    List<String> tasks = new ArrayList<>();
    for (Command command : OutstandingCommands.of(execution)) {
      if (command instanceof Command.RunTask task) {
        tasks.add(task.call().resource() + " " + task.step());
      }
    }
    return tasks;
  }

  private static Json drawn(Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
    return History.of(interpreter, id, facts)
        .step(new StepId(FrameId.ROOT, 1))
        .flatMap(step -> step.result().output())
        .orElseThrow();
  }

  private static String reason(List<RecordedFact> facts) {
    return ((Fact.Started) facts.getFirst().fact()).reason();
  }
}
