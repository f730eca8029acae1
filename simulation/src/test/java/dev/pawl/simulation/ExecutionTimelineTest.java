package dev.pawl.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.History;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.engine.timeline.TimelineStep;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The timeline of an execution agrees with the fold of its facts at every fact. */
class ExecutionTimelineTest {

  private static final int HISTORIES = 300;

  private final Random random = new Random(23);

  @Test
  void shouldReplayTheStatusOfEveryStepAtAnyFact() {
    int rolledBack = 0;
    for (long seed = 0; seed < HISTORIES; seed++) {
      SimulatedHistory simulated = SimulatedHistory.of(seed).orElseThrow();
      List<RecordedFact> facts = simulated.facts();
      Interpreter interpreter = new Interpreter(simulated.model());
      ExecutionTimeline timeline = new ExecutionTimeline(interpreter, simulated.id());
      // Grown in two parts, as a reader of a live execution does.
      int cut = random.nextInt(facts.size() + 1);
      timeline.add(facts.subList(0, cut));
      timeline.add(facts.subList(cut, facts.size()));

      for (int at : List.of(1 + random.nextInt(facts.size()), facts.size())) {
        long seq = facts.get(at - 1).seq();
        History expected = History.of(interpreter, simulated.id(), facts.subList(0, at));

        assertThat(replayed(timeline, seq))
            .as("seed %d after fact %d", seed, seq)
            .isEqualTo(statuses(expected));
      }
      assertThat(timeline.latest()).isEqualTo(interpreter.fold(simulated.id(), facts));
      rolledBack +=
          (int)
              timeline.entriesAfter(0).stream()
                  .filter(entry -> entry.status() == StepStatus.ROLLED_BACK)
                  .count();
    }
    assertThat(rolledBack).isPositive();
  }

  @Test
  void shouldFoldSelectedStepsFromACheckpointLikeTheWholeHistory() {
    for (long seed = 0; seed < HISTORIES; seed++) {
      SimulatedHistory simulated = SimulatedHistory.of(seed).orElseThrow();
      List<RecordedFact> facts = simulated.facts();
      Interpreter interpreter = new Interpreter(simulated.model());
      ExecutionTimeline timeline = new ExecutionTimeline(interpreter, simulated.id());
      timeline.add(facts);
      TimelineStep chosen = timeline.steps().get(random.nextInt(timeline.steps().size()));
      Execution start =
          interpreter.fold(
              simulated.id(),
              facts.stream().filter(fact -> fact.seq() < chosen.firstSeq()).toList());

      History whole = History.of(interpreter, simulated.id(), facts);
      History part =
          History.of(
              interpreter,
              start,
              facts.stream()
                  .filter(fact -> fact.seq() > start.seq() && fact.seq() <= chosen.lastSeq())
                  .toList(),
              chosen.id()::equals);

      History.VisitedStep expected =
          whole.seen().stream()
              .filter(seen -> seen.last().id().equals(chosen.id()))
              .findFirst()
              .orElseThrow();
      // The ordinal of a step that was rolled back counts only the steps of its history.
      assertThat(part.seen())
          .as("seed %d, step %s", seed, chosen.id())
          .usingRecursiveFieldByFieldElementComparatorIgnoringFields("last.ordinal")
          .containsExactly(expected);
      assertThat(part.attempts(chosen.id())).isEqualTo(whole.attempts(chosen.id()));
    }
  }

  private static Map<StepId, StepStatus> replayed(ExecutionTimeline timeline, long seq) {
    Map<StepId, StepStatus> statuses = new LinkedHashMap<>();
    for (TimelineEntry entry : timeline.entriesAfter(0)) {
      if (entry.seq() <= seq) {
        statuses.put(timeline.steps().get(entry.step()).id(), entry.status());
      }
    }
    return statuses;
  }

  private static Map<StepId, StepStatus> statuses(History history) {
    Map<StepId, StepStatus> statuses = new LinkedHashMap<>();
    for (StepChange step : history.steps()) {
      statuses.put(step.id(), step.status());
    }
    return statuses;
  }
}
