package dev.pawl.engine;

import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * The completed steps that can be compensated, and the state of the current compensation.
 *
 * @param done completed steps that have a compensation, newest last
 * @param undoing the steps of the current compensation, which undoes them from last to first
 * @param left number of steps still to undo; the last of these is in progress
 * @param frame frame in which compensations run, one visit each; kept so that visits stay unique
 * @param resumes frame that waits for the end of the compensation after a rewind
 */
record CompensationLog(
    ChunkedList<Done> done,
    List<Done> undoing,
    int left,
    Optional<Frame> frame,
    Optional<FrameId> resumes) {

  static final CompensationLog EMPTY =
      new CompensationLog(ChunkedList.empty(), List.of(), 0, Optional.empty(), Optional.empty());

  /** A completed step with a compensation, and the data that the compensation sees. */
  record Done(StepId step, String state, Json input, Json result) {}

  boolean isUndoing() {
    return left > 0;
  }

  /** Returns the step whose compensation is in progress. */
  Done current() {
    return undoing.get(left - 1);
  }

  CompensationLog add(Done step) {
    return new CompensationLog(done.plus(step, 1), undoing, left, frame, resumes);
  }

  /** Removes the entry of an earlier attempt of a step. */
  CompensationLog without(StepId step) {
    ChunkedList<Done> kept = ChunkedList.empty();
    for (Done each : done) {
      kept = each.step().equals(step) ? kept : kept.plus(each, 1);
    }
    return new CompensationLog(kept, undoing, left, frame, resumes);
  }

  CompensationLog with(Frame changed) {
    return new CompensationLog(done, undoing, left, Optional.of(changed), resumes);
  }

  /** Ends the current compensation, successful or not. */
  CompensationLog next() {
    return new CompensationLog(done, undoing, left - 1, frame, resumes);
  }

  /** Removes the chosen steps from the completed ones and optionally starts to undo them. */
  CompensationLog undo(Predicate<Done> chosen, boolean compensate, Optional<FrameId> thenResume) {
    ChunkedList<Done> kept = ChunkedList.empty();
    for (Done step : done) {
      kept = chosen.test(step) ? kept : kept.plus(step, 1);
    }
    List<Done> undone = compensate ? done.stream().filter(chosen).toList() : List.of();
    return new CompensationLog(kept, undone, undone.size(), frame, thenResume);
  }

  /** Starts to undo all completed steps, in addition to those in progress. */
  CompensationLog undoAll() {
    List<Done> all = new ArrayList<>(done);
    all.addAll(undoing.subList(0, left));
    return new CompensationLog(
        ChunkedList.empty(), List.copyOf(all), all.size(), frame, Optional.empty());
  }

  /** Stops the compensation; the remaining steps are not undone. */
  CompensationLog stopped() {
    return new CompensationLog(done, List.of(), 0, frame, Optional.empty());
  }
}
