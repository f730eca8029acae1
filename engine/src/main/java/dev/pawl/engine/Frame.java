package dev.pawl.engine;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One running state machine inside an execution: the root, a branch, an item, a node.
 *
 * @param visits number of visits so far; never decreases
 */
public record Frame(FrameId id, FrameVariables scope, int visits, Visit visit, Activity activity) {

  /**
   * The variables that are visible to a frame, and additions to its context object.
   *
   * @param outer the variables of the frames around it, as they were at the fork
   * @param own the variables its own states assigned
   */
  public record FrameVariables(
      Map<String, Json> outer, Map<String, Json> own, JsonObject context) {}

  /**
   * The current visit of a frame to a state.
   *
   * @param attempt number of the attempt, from 1
   * @param retries number of uses of each retrier of the state
   */
  public record Visit(
      int number, String state, Json input, Instant enteredAt, int attempt, List<Integer> retries) {

    Visit next(int number, List<Integer> retries) {
      return new Visit(number, state, input, enteredAt, attempt + 1, retries);
    }
  }

  /** Returns a frame that is about to enter its first state. */
  static Frame create(FrameId id, FrameVariables scope, String state, Json input, Instant at) {
    Visit first = new Visit(1, state, input, at, 1, List.of());
    return new Frame(id, scope, 1, first, Activity.Ready.READY);
  }

  public StepId step() {
    return new StepId(id, visit.number());
  }

  public boolean isEnded() {
    return activity instanceof Activity.Ended;
  }

  Frame with(Activity next) {
    return new Frame(id, scope, visits, visit, next);
  }

  Frame withVariables(Map<String, Json> own) {
    return new Frame(
        id, new FrameVariables(scope.outer(), own, scope.context()), visits, visit, activity);
  }

  Frame withContext(JsonObject context) {
    return new Frame(
        id, new FrameVariables(scope.outer(), scope.own(), context), visits, visit, activity);
  }

  /** Returns the frame at the next state, as a new visit. */
  Frame goTo(String state, Json input, Instant at) {
    Visit next = new Visit(visits + 1, state, input, at, 1, List.of());
    return new Frame(id, scope, visits + 1, next, Activity.Ready.READY);
  }

  /** Returns the frame in the next attempt of the same visit. */
  Frame again(List<Integer> retries, Activity activity) {
    return new Frame(id, scope, visits, visit.next(visit.number(), retries), activity);
  }

  /**
   * Returns the frame with a new visit number: the children of a retried fork need ids that were
   * never used.
   */
  Frame renumbered() {
    Visit next =
        new Visit(
            visits + 1,
            visit.state(),
            visit.input(),
            visit.enteredAt(),
            visit.attempt(),
            visit.retries());
    return new Frame(id, scope, visits + 1, next, activity);
  }
}
