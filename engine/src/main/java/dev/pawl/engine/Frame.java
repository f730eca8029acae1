package dev.pawl.engine;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * One running state machine inside an execution: the root, a branch, an item, a node.
 *
 * @param visits how many visits there have been; only grows
 */
public record Frame(FrameId id, Scope scope, int visits, Visit visit, Activity activity) {

  /**
   * The variables a frame sees and what its context object adds.
   *
   * @param outer the variables of the frames around it, as they were at the fork
   * @param own the variables its own states assigned
   */
  public record Scope(Map<String, Json> outer, Map<String, Json> own, JsonObject context) {}

  /**
   * The state a frame is at.
   *
   * @param attempt 1 for the first try
   * @param retries how often each of the state's retriers has been used
   */
  public record Visit(
      int number, String state, Json input, Instant enteredAt, int attempt, List<Integer> retries) {

    Visit next(int number, List<Integer> retries) {
      return new Visit(number, state, input, enteredAt, attempt + 1, retries);
    }
  }

  /** A frame about to enter its first state. */
  static Frame create(FrameId id, Scope scope, String state, Json input, Instant at) {
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
    return new Frame(id, new Scope(scope.outer(), own, scope.context()), visits, visit, activity);
  }

  Frame withContext(JsonObject context) {
    return new Frame(id, new Scope(scope.outer(), scope.own(), context), visits, visit, activity);
  }

  /** Goes on to a state; it will be a visit of its own. */
  Frame goTo(String state, Json input, Instant at) {
    Visit next = new Visit(visits + 1, state, input, at, 1, List.of());
    return new Frame(id, scope, visits + 1, next, Activity.Ready.READY);
  }

  /** Another attempt of the same visit. */
  Frame again(List<Integer> retries, Activity activity) {
    return new Frame(id, scope, visits, visit.next(visit.number(), retries), activity);
  }

  /**
   * The same attempt under a new visit number: the children of a fork that is tried again need ids
   * that were never used.
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
