package dev.pawl.server.history;

import dev.pawl.engine.ActionPreview;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionRerun;
import dev.pawl.engine.Fact;
import dev.pawl.engine.History;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.read.ExecutionTimelines.TimelineReader;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.engine.timeline.TimelineStep;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.history.PreviewView.AffectedStep;
import dev.pawl.server.problem.ApiException;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Computes what actions of operators would do to an execution. */
final class ActionPreviews {

  private static final Set<StepStatus> COMPLETED =
      EnumSet.of(StepStatus.SUCCEEDED, StepStatus.FAILED, StepStatus.SKIPPED);

  private final ExecutionMetadata info;
  private final TimelineReader reader;
  private final List<RecordedFact> facts;
  private final Instant now;

  /**
   * Creates previews of one execution.
   *
   * @param facts the facts of the execution; may be empty unless a retry is previewed
   */
  ActionPreviews(
      ExecutionMetadata info, TimelineReader reader, List<RecordedFact> facts, Instant now) {
    this.info = info;
    this.reader = reader;
    this.facts = facts;
    this.now = now;
  }

  PreviewView preview(PreviewedAction action, @Nullable String step, boolean compensate) {
    return switch (action) {
      case CANCEL -> apply(action, new Fact.Cancelled("", compensate));
      case PAUSE -> apply(action, new Fact.Paused(""));
      case RESUME -> apply(action, new Fact.Resumed());
      case SKIP -> apply(action, new Fact.Skipped(required(step).id(), JsonObject.EMPTY));
      case SEND_BACK -> {
        TimelineStep to = required(step);
        History history = reader.history(List.of(to), Long.MAX_VALUE);
        yield apply(action, new Fact.Rewound(to.id().frame(), history.entry(to.id()), compensate));
      }
      case RETRY, RETRY_FROM_FAILURE -> retry(action);
    };
  }

  private TimelineStep required(@Nullable String step) {
    if (step == null) {
      throw ApiException.malformed(
          "step: required for this action; give the id of a step as listed by /steps");
    }
    return reader
        .timeline()
        .step(StepIds.parse(step))
        .orElseThrow(() -> ApiException.notFound("step " + step));
  }

  private PreviewView apply(PreviewedAction action, Fact fact) {
    Execution execution = reader.timeline().latest();
    ActionPreview preview =
        ActionPreview.of(
            reader.interpreter(),
            execution,
            completed(),
            new RecordedFact(execution.seq() + 1, now, fact));
    return view(action, preview.objection(), preview);
  }

  private List<StepId> completed() {
    ExecutionTimeline timeline = reader.timeline();
    StepStatus[] latest = new StepStatus[timeline.steps().size()];
    for (TimelineEntry entry : timeline.entriesAfter(0)) {
      latest[entry.step()] = entry.status();
    }
    return timeline.steps().stream()
        .filter(step -> COMPLETED.contains(latest[step.index()]))
        .map(TimelineStep::id)
        .toList();
  }

  private PreviewView retry(PreviewedAction action) {
    Execution execution = reader.timeline().latest();
    if (!execution.status().isTerminal()) {
      return view(
          action,
          Optional.of("only an execution that has ended can be retried"),
          new ActionPreview(Optional.empty(), List.of(), List.of(), List.of(), List.of()));
    }
    try {
      List<RecordedFact> first =
          action == PreviewedAction.RETRY
              ? ExecutionRerun.fromTheStart(facts, now)
              : ExecutionRerun.fromTheFailure(reader.interpreter(), info.id(), facts, now);
      Execution retried = reader.interpreter().fold(info.id(), first);
      List<String> next =
          CurrentStates.of(retried).stream().map(CurrentStates.CurrentState::state).toList();
      return view(
          action,
          Optional.empty(),
          new ActionPreview(Optional.empty(), List.of(), List.of(), List.of(), next));
    } catch (IllegalArgumentException refused) {
      return view(
          action,
          Optional.of(String.valueOf(refused.getMessage())),
          new ActionPreview(Optional.empty(), List.of(), List.of(), List.of(), List.of()));
    }
  }

  private PreviewView view(
      PreviewedAction action, Optional<String> objection, ActionPreview preview) {
    return new PreviewView(
        action.text(),
        objection.isEmpty(),
        objection.orElse(null),
        info.version().isPublished() ? info.version().number() : null,
        affected(preview.undone()),
        affected(preview.compensated()),
        affected(preview.cancelled()),
        preview.next());
  }

  private List<AffectedStep> affected(List<StepId> steps) {
    return steps.stream()
        .map(
            step ->
                new AffectedStep(
                    step.toString(),
                    reader.timeline().step(step).map(TimelineStep::state).orElse("")))
        .toList();
  }
}
