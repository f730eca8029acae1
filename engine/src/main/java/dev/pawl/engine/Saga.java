package dev.pawl.engine;

import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What can be undone and what is being undone.
 *
 * @param done completed steps that have a compensation, newest last
 * @param undoing the steps of the current round of compensation, to be undone from the last to the
 *     first
 * @param left how many of them are still to be undone; the last of these is under way
 * @param frame where compensations run, one visit each; kept between rounds so that visits go on
 * @param resumes the frame that waits for the end of the round, after a rewind
 */
record Saga(
    ChunkedList<Done> done,
    List<Done> undoing,
    int left,
    Optional<Frame> frame,
    Optional<FrameId> resumes) {

  static final Saga EMPTY =
      new Saga(ChunkedList.empty(), List.of(), 0, Optional.empty(), Optional.empty());

  /** A step that its compensation can undo, with what that gets to see. */
  record Done(StepId step, String state, Json input, Json result) {}

  boolean isUndoing() {
    return left > 0;
  }

  /** The step whose compensation is under way. */
  Done current() {
    return undoing.get(left - 1);
  }

  Saga add(Done step) {
    return new Saga(done.plus(step, 1), undoing, left, frame, resumes);
  }

  /** Forgets what an earlier attempt of a step has done: they share what they do. */
  Saga without(StepId step) {
    ChunkedList<Done> kept = ChunkedList.empty();
    for (Done each : done) {
      kept = each.step().equals(step) ? kept : kept.plus(each, 1);
    }
    return new Saga(kept, undoing, left, frame, resumes);
  }

  Saga with(Frame changed) {
    return new Saga(done, undoing, left, Optional.of(changed), resumes);
  }

  /** The current step is through, for better or worse. */
  Saga next() {
    return new Saga(done, undoing, left - 1, frame, resumes);
  }

  /** Takes the chosen steps out of what is done; undoes them if asked to. */
  Saga undo(Predicate<Done> chosen, boolean compensate, Optional<FrameId> thenResume) {
    ChunkedList<Done> kept = ChunkedList.empty();
    for (Done step : done) {
      kept = chosen.test(step) ? kept : kept.plus(step, 1);
    }
    List<Done> undone = compensate ? done.stream().filter(chosen).toList() : List.of();
    return new Saga(kept, undone, undone.size(), frame, thenResume);
  }

  /** Undoes all that is done, besides what is being undone already. */
  Saga undoAll() {
    List<Done> all = new ArrayList<>(done);
    all.addAll(undoing.subList(0, left));
    return new Saga(ChunkedList.empty(), List.copyOf(all), all.size(), frame, Optional.empty());
  }

  /** No more compensation, whatever is left. */
  Saga stopped() {
    return new Saga(done, List.of(), 0, frame, Optional.empty());
  }
}
