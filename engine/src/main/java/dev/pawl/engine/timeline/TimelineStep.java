package dev.pawl.engine.timeline;

import dev.pawl.engine.StepId;
import dev.pawl.model.StateKind;

/**
 * A step with the facts between which it ran, in the order of starts.
 *
 * @param index position among all steps of the execution in the order of their starts
 * @param state name of the visited state
 * @param firstSeq number of the fact that started the step
 * @param lastSeq number of the latest fact that changed it
 */
public record TimelineStep(
    int index, StepId id, String state, StateKind kind, long firstSeq, long lastSeq) {

  TimelineStep changedAt(long seq) {
    return new TimelineStep(index, id, state, kind, firstSeq, seq);
  }
}
