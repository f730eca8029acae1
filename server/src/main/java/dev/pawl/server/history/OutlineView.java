package dev.pawl.server.history;

import dev.pawl.engine.StepStatus;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.engine.timeline.TimelineStep;
import dev.pawl.model.StateKind;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All steps of an execution without payloads, column by column, so that a client can show a long
 * history and go back in time without further requests.
 */
record OutlineView(
    @Schema(description = "Number of the last fact that the outline contains.", example = "12")
        long seq,
    @Schema(description = "Time to which the times of the entries are relative.")
        @Nullable Instant startedAt,
    @Schema(description = "Names of statuses, by code.", example = "[\"PENDING\", \"RUNNING\"]")
        List<StepStatus> statuses,
    @Schema(description = "Names of states, by index.", example = "[\"Charge\"]")
        List<String> states,
    @Schema(description = "Types of the states, by the same index.", example = "[\"Task\"]")
        List<String> types,
    @Schema(description = "Names of errors, by index.", example = "[\"Card.Declined\"]")
        List<String> errors,
    @Schema(
            description = "Ids of frames, by index; a single slash is the root.",
            example = "[\"/\"]")
        List<String> frames,
    @Schema(description = "Steps in the order of their starts.") Steps steps,
    @Schema(description = "Changes of these steps in the order of facts.") Entries entries,
    @Schema(
            description =
                "Frames below the requested depth, summarised by the step that began them.")
        List<FoldedFrames> folded) {

  /** Steps, column by column. */
  record Steps(
      @Schema(description = "Numbers of the steps in the execution, from 0.", example = "[0, 1]")
          List<Integer> index,
      @Schema(description = "Frames, as an index of frames.", example = "[0, 0]")
          List<Integer> frame,
      @Schema(description = "Numbers of the visits in their frame.", example = "[1, 2]")
          List<Integer> visit,
      @Schema(description = "States, as an index of states.", example = "[0, 1]")
          List<Integer> state,
      @Schema(
              description =
                  "Digests of the inputs; empty unless requested. Equal inputs have equal digests.",
              example = "[\"9f86d081884c7d65\"]")
          List<String> input,
      @Schema(
              description = "Digests of the outputs; empty unless requested.",
              example = "[\"2c26b46b68ffc68f\"]")
          List<String> output) {}

  /** Changes of steps, column by column. */
  record Entries(
      @Schema(description = "Numbers of the facts.", example = "[1, 1]") List<Long> seq,
      @Schema(description = "Numbers of the steps in the execution.", example = "[0, 1]")
          List<Integer> step,
      @Schema(description = "Statuses, as an index of statuses.", example = "[2, 1]")
          List<Integer> status,
      @Schema(description = "Numbers of the attempts.", example = "[1, 1]") List<Integer> attempt,
      @Schema(description = "Milliseconds since startedAt.", example = "[0, 0]") List<Long> at,
      @Schema(
              description =
                  "Milliseconds from startedAt to the measured start of the work whose outcome"
                      + " this is; -1 if unknown.",
              example = "[-1, -1]")
          List<Long> began,
      @Schema(
              description = "Errors, as an index of errors; -1 if there is none.",
              example = "[-1, -1]")
          List<Integer> error) {}

  /** The frames that one step began and that are deeper than requested. */
  record FoldedFrames(
      @Schema(description = "Number of the step in the execution.", example = "3") int step,
      @Schema(description = "Number of its frames.", example = "10000") int frames,
      @Schema(
              description = "Number of these frames by the status of their latest step.",
              example = "{\"SUCCEEDED\": 9998, \"FAILED\": 2}")
          Map<StepStatus, Integer> byStatus) {}

  /**
   * Creates the outline of an execution.
   *
   * @param since returns only what changed after this fact
   * @param depth summarises frames with more forks around them than this
   * @param digests digests of payloads; null for none
   */
  static OutlineView of(
      ExecutionTimeline timeline, long since, int depth, @Nullable PayloadDigests digests) {
    Columns columns = new Columns(timeline, depth);
    Instant start = timeline.startedAt().orElse(Instant.EPOCH);
    for (TimelineStep step : timeline.steps()) {
      if (step.firstSeq() > since && columns.isShown(step)) {
        columns.addStep(step, digests);
      }
    }
    for (TimelineEntry entry : timeline.entriesAfter(since)) {
      if (columns.isShown(timeline.steps().get(entry.step()))) {
        columns.addEntry(entry, start);
      }
    }
    return new OutlineView(
        timeline.latest().seq(),
        timeline.startedAt().orElse(null),
        List.of(StepStatus.values()),
        columns.states.values,
        columns.types,
        columns.errors.values,
        columns.frames.values,
        columns.steps,
        columns.entries,
        FoldedFramesCount.of(timeline, depth));
  }

  /** Distinct values, each with the index of its first use. */
  private static final class Distinct {
    final List<String> values = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();

    int indexOf(String value) {
      return indexes.computeIfAbsent(
          value,
          one -> {
            values.add(one);
            return values.size() - 1;
          });
    }
  }

  private static final class Columns {
    final Distinct states = new Distinct();
    final List<String> types = new ArrayList<>();
    final Distinct errors = new Distinct();
    final Distinct frames = new Distinct();
    final Steps steps =
        new Steps(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    final Entries entries =
        new Entries(
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>(),
            new ArrayList<>());
    private final boolean[] shown;

    Columns(ExecutionTimeline timeline, int depth) {
      shown = new boolean[timeline.steps().size()];
      for (TimelineStep step : timeline.steps()) {
        shown[step.index()] = step.id().frame().hops().size() <= depth;
      }
    }

    boolean isShown(TimelineStep step) {
      return shown[step.index()];
    }

    void addStep(TimelineStep step, @Nullable PayloadDigests digests) {
      steps.index.add(step.index());
      steps.frame.add(frames.indexOf(step.id().frame().toString()));
      steps.visit.add(step.id().visit());
      steps.state.add(stateIndex(step.state(), step.kind()));
      if (digests != null) {
        steps.input.add(digests.input(step));
        steps.output.add(digests.output(step));
      }
    }

    private int stateIndex(String state, StateKind kind) {
      // States of different machines can have the same name and different types.
      int index = states.indexOf(state + "\u0000" + kind.type());
      if (index == types.size()) {
        types.add(kind.type());
        states.values.set(index, state);
      }
      return index;
    }

    void addEntry(TimelineEntry entry, Instant start) {
      entries.seq.add(entry.seq());
      entries.step.add(entry.step());
      entries.status.add(entry.status().ordinal());
      entries.attempt.add(entry.attempt());
      entries.at.add(Duration.between(start, entry.at()).toMillis());
      entries.began.add(
          entry.began().map(began -> Duration.between(start, began).toMillis()).orElse(-1L));
      entries.error.add(entry.error().map(errors::indexOf).orElse(-1));
    }
  }
}
