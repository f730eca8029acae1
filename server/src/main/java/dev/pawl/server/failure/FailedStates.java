package dev.pawl.server.failure;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.ExecutionProgress;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.postgres.failure.FailedExecution;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Finds the states in which executions failed, as their lists show them. Short histories are folded
 * together; the states of the few long ones are read one by one.
 */
final class FailedStates {

  /** The state of executions with more facts is not determined. */
  private static final long MAX_FACTS = 20_000;

  private final ExecutionControl control;

  FailedStates(ExecutionControl control) {
    this.control = control;
  }

  /**
   * Returns the states by execution, without those that cannot be determined; empty if the time was
   * over before all were read.
   */
  Optional<Map<ExecutionId, String>> of(
      TenantId tenant, List<FailedExecution> failed, BooleanSupplier isOver) {
    if (isOver.getAsBoolean()) {
      return Optional.empty();
    }
    List<ExecutionId> ids = failed.stream().map(one -> new ExecutionId(one.id())).toList();
    Executions.Criteria criteria =
        Executions.Criteria.ANY.details(Executions.Details.ANY.among(ids));
    List<Executions.Summary> found =
        control
            .reader()
            .search(tenant, criteria, new Executions.Page(ids.size(), Optional.empty()));
    Map<ExecutionId, ExecutionProgress> progress = control.reader().progress(tenant, found);
    Map<ExecutionId, String> states = new HashMap<>();
    for (Executions.Summary one : found) {
      if (isOver.getAsBoolean()) {
        return Optional.empty();
      }
      ExecutionId id = one.info().id();
      Optional<ExecutionProgress> known = Optional.ofNullable(progress.get(id));
      known
          .flatMap(
              folded ->
                  folded.folded().isPresent()
                      ? folded.folded().get().state()
                      : ofLongHistory(one, folded.seq()))
          .ifPresent(state -> states.put(id, state));
    }
    return Optional.of(states);
  }

  private Optional<String> ofLongHistory(Executions.Summary summary, long facts) {
    if (facts > MAX_FACTS) {
      return Optional.empty();
    }
    try {
      List<String> state = new ArrayList<>();
      control
          .reader()
          .timelines()
          .read(
              summary.info(),
              reader -> {
                lastFailed(reader.timeline()).ifPresent(state::add);
                return summary;
              });
      return state.stream().findFirst();
    } catch (IncidentException unreadable) {
      return Optional.empty();
    }
  }

  /** Returns the innermost state that failed last, before the forks around it failed with it. */
  private static Optional<String> lastFailed(ExecutionTimeline timeline) {
    List<TimelineEntry> failed =
        timeline.entriesAfter(0).stream()
            .filter(entry -> entry.status() == StepStatus.FAILED)
            .toList();
    if (failed.isEmpty()) {
      return Optional.empty();
    }
    long seq = failed.getLast().seq();
    return failed.stream()
        .filter(entry -> entry.seq() == seq)
        .findFirst()
        .map(entry -> timeline.steps().get(entry.step()).state());
  }
}
