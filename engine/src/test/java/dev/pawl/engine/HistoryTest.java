package dev.pawl.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class HistoryTest {

  private static final ExecutionId ID = new ExecutionId(new UUID(1, 2));
  private static final Instant NOW = Instant.parse("2026-01-31T09:30:00Z");

  private static final Flow FLOW =
      Definitions.read(
              """
              StartAt: Note
              States:
                Note: {Type: Pass, Assign: {seen.$: $.n}, Next: Fan}
                Fan:
                  Type: Parallel
                  ResultPath: $.fan
                  Branches:
                    - StartAt: Left
                      States: {Left: {Type: Task, Resource: left, End: true}}
                    - StartAt: Right
                      States: {Right: {Type: Task, Resource: right, End: true}}
                  Next: Last
                Last: {Type: Task, Resource: last, End: true}
              """)
          .flow()
          .orElseThrow();

  private final Interpreter interpreter = new Interpreter(FLOW);
  private final List<RecordedFact> facts = new ArrayList<>();

  @Test
  void shouldShowTheCurrentStateOfStepsInStartOrder() {
    startAndFinishTheFan();

    assertThat(shown(history()))
        .containsExactly(
            "/@1 Note SUCCEEDED",
            "/@2 Fan SUCCEEDED",
            "/Fan#2/0@1 Left SUCCEEDED",
            "/Fan#2/1@1 Right SUCCEEDED",
            "/@3 Last RUNNING");
  }

  @Test
  void shouldShowTheStateAfterAnEarlierFact() {
    startAndFinishTheFan();

    History before = History.of(interpreter, ID, facts.subList(0, 2));

    assertThat(shown(before))
        .containsExactly(
            "/@1 Note SUCCEEDED",
            "/@2 Fan RUNNING",
            "/Fan#2/0@1 Left RUNNING",
            "/Fan#2/1@1 Right SUCCEEDED");
    assertThat(before.execution().seq()).isEqualTo(2);
  }

  @Test
  void shouldRollBackAllRewoundStepsWithTheirNestedSteps() {
    startAndFinishTheFan();
    Fact.Entry entry = history().entry(new StepId(FrameId.ROOT, 2));

    apply(new Fact.Rewound(FrameId.ROOT, entry, false));

    assertThat(entry)
        .isEqualTo(
            new Fact.Entry(2, "Fan", JsonObject.of("n", Json.of(7)), Map.of("seen", Json.of(7))));
    assertThat(shown(history()))
        .containsExactly(
            "/@1 Note SUCCEEDED",
            "/@2 Fan ROLLED_BACK",
            "/Fan#2/0@1 Left ROLLED_BACK",
            "/Fan#2/1@1 Right ROLLED_BACK",
            "/@3 Last ROLLED_BACK",
            "/@4 Fan RUNNING",
            "/Fan#4/0@1 Left RUNNING",
            "/Fan#4/1@1 Right RUNNING");
  }

  @Test
  void shouldNotFindTheStartOfAnUnknownStep() {
    startAndFinishTheFan();

    assertThatThrownBy(() -> history().entry(new StepId(FrameId.ROOT, 9)))
        .hasMessage("there is no step /@9");
  }

  @Test
  void shouldRejectFactsOfAnotherSemanticsVersion() {
    Fact started =
        new Fact.Started(2, "flow", "name", Json.of(1), JsonObject.EMPTY, Optional.empty());

    assertThatThrownBy(
            () -> interpreter.advance(Execution.notStarted(ID), new RecordedFact(1, NOW, started)))
        .isInstanceOf(UnknownSemanticsException.class)
        .hasMessageContaining("semantics 2, this release knows 1");
  }

  private void startAndFinishTheFan() {
    apply(new Fact.Started("flow", "name", JsonObject.of("n", Json.of(7)), JsonObject.EMPTY));
    apply(succeeded(new StepId(FrameId.ROOT.child("Fan", 2, "1"), 1)));
    apply(succeeded(new StepId(FrameId.ROOT.child("Fan", 2, "0"), 1)));
  }

  private static Fact succeeded(StepId step) {
    return new Fact.TaskSucceeded(step, 1, Json.of(1), new Fact.Timing(NOW, Duration.ZERO));
  }

  private void apply(Fact fact) {
    facts.add(new RecordedFact(facts.size() + 1, NOW, fact));
  }

  private History history() {
    return History.of(interpreter, ID, facts);
  }

  private static List<String> shown(History history) {
    return history.steps().stream()
        .map(step -> step.id() + " " + step.place().state() + " " + step.status())
        .toList();
  }
}
