package dev.pawl.engine;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.DataShaping;
import dev.pawl.engine.data.Limits;
import dev.pawl.model.Catcher;
import dev.pawl.model.Flow;
import dev.pawl.model.Retrier;
import dev.pawl.model.State;
import dev.pawl.model.StateKind;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Handles a failed state: by a retry, a catcher, or the end of the frame. */
final class ErrorHandling {

  /** The maximum delay; a longer one would exceed the range of timestamps. */
  private static final Duration MAX_DELAY = Duration.ofDays(36_500);

  private final AdvanceContext turn;

  ErrorHandling(AdvanceContext turn) {
    this.turn = turn;
  }

  Frame recover(Frame frame, State state, Failure failure) {
    State.Recovery recovery = recoveryOf(state);
    return retry(frame, state.kind(), recovery.retriers(), failure)
        .orElseGet(() -> catchOrFail(frame, state, recovery.catchers(), failure));
  }

  /** Applies the first matching retrier; empty if there is none or it has no attempts left. */
  Optional<Frame> retry(Frame frame, StateKind kind, List<Retrier> retriers, Failure failure) {
    for (int i = 0; i < retriers.size(); i++) {
      Retrier retrier = retriers.get(i);
      if (retrier.errorEquals().stream().anyMatch(failure::matches)) {
        List<Integer> used = new ArrayList<>(frame.visit().retries());
        while (used.size() < retriers.size()) {
          used.add(0);
        }
        if (used.get(i) >= retrier.maxAttempts()) {
          return Optional.empty();
        }
        Instant at = turn.now.plus(delay(retrier, used.get(i)));
        used.set(i, used.get(i) + 1);
        return Optional.of(backOff(frame, kind, used, at, failure.asSeenByFlow()));
      }
    }
    return Optional.empty();
  }

  private Frame backOff(
      Frame frame, StateKind kind, List<Integer> used, Instant at, Failure failure) {
    Activity delay = new Activity.BackingOff(at);
    if (!kind.isFork()) {
      turn.step(frame, kind, StepStatus.PENDING, StepChange.Result.of(failure));
      return turn.issue(frame.again(used, delay));
    }
    // The children of the new attempt need ids that were never used.
    turn.step(frame, kind, StepStatus.FAILED, StepChange.Result.of(failure));
    Frame next = frame.again(used, delay).renumbered();
    turn.step(next, kind, StepStatus.PENDING, StepChange.Result.NONE);
    return turn.issue(next);
  }

  /**
   * Computes the delay before the next attempt.
   *
   * @param used number of retries so far
   */
  private Duration delay(Retrier retrier, int used) {
    double factor =
        switch (retrier.backoff().growth()) {
          case EXPONENTIAL -> StrictMath.pow(retrier.backoff().rate(), used);
          case LINEAR -> used + 1;
          case FIXED -> 1;
        };
    Duration cap = retrier.backoff().maxDelay().orElse(MAX_DELAY);
    double millis = Math.min(retrier.interval().toMillis() * factor, cap.toMillis());
    return switch (retrier.jitter()) {
      case NONE -> Duration.ofMillis((long) millis);
      case FULL -> Duration.ofMillis((long) (millis * turn.chance.nextDouble()));
    };
  }

  private Frame catchOrFail(Frame frame, State state, List<Catcher> catchers, Failure failure) {
    for (Catcher catcher : catchers) {
      if (catcher.errorEquals().stream().anyMatch(failure::matches)) {
        try {
          return caught(frame, state, catcher, failure);
        } catch (DataException e) {
          return fail(frame, state, Failure.of(e.error(), String.valueOf(e.getMessage())));
        }
      }
    }
    return turn.onError == Flow.OnError.CONTINUE && state instanceof State.Task
        ? goOn(frame, state, failure)
        : fail(frame, state, failure);
  }

  /** Continues after a failed Task; the next state finds the error below {@code errors}. */
  private Frame goOn(Frame frame, State state, Failure failure) {
    Json input = frame.visit().input();
    JsonObject output = input instanceof JsonObject object ? object : JsonObject.of("input", input);
    JsonObject errors =
        output.get("errors").orElse(JsonObject.EMPTY) instanceof JsonObject earlier
            ? earlier
            : JsonObject.EMPTY;
    Json merged = output.with("errors", errors.with(state.name(), failure.errorOutput()));
    try {
      Limits.checked(merged, "the output of the state with its error");
    } catch (DataException e) {
      return fail(frame, state, Failure.of(e.error(), String.valueOf(e.getMessage())));
    }
    turn.step(frame, state.kind(), StepStatus.FAILED, StepChange.Result.of(failure.asSeenByFlow()));
    return state
        .header()
        .next()
        .map(next -> frame.goTo(next, merged, turn.now))
        .orElseGet(() -> frame.with(new Activity.Ended(new Outcome.Succeeded(merged))));
  }

  private Frame caught(Frame frame, State state, Catcher catcher, Failure failure) {
    DataShaping.Shaped shaped =
        DataShaping.caught(
            catcher,
            state.header().language(),
            turn.data(frame, state.kind()),
            failure.errorOutput());
    Frame left = assign(frame, shaped.assigned());
    StepChange.Result result =
        new StepChange.Result(
            Optional.empty(), shaped.assigned(), Optional.of(failure.asSeenByFlow()));
    turn.step(frame, state.kind(), StepStatus.FAILED, result);
    return catcher
        .next()
        .map(next -> left.goTo(next, shaped.output(), turn.now))
        .orElseGet(() -> left.with(new Activity.Ended(new Outcome.Succeeded(shaped.output()))));
  }

  Frame fail(Frame frame, State state, Failure failure) {
    turn.step(frame, state.kind(), StepStatus.FAILED, StepChange.Result.of(failure.asSeenByFlow()));
    return frame.with(new Activity.Ended(new Outcome.Failed(failure.asSeenByFlow())));
  }

  Frame assign(Frame frame, Map<String, Json> assigned) {
    if (assigned.isEmpty()) {
      return frame;
    }
    Map<String, Json> own = new LinkedHashMap<>(frame.scope().own());
    own.putAll(assigned);
    Limits.checkVariables(frame.scope().outer(), own);
    return frame.withVariables(Collections.unmodifiableMap(own));
  }

  private static State.Recovery recoveryOf(State state) {
    return switch (state) {
      case State.Task task -> task.recovery();
      case State.Parallel parallel -> parallel.recovery();
      case State.MapEach map -> map.recovery();
      case State.Graph graph -> graph.recovery();
      case State.Human human -> human.recovery();
      case State.Choice choice -> State.Recovery.NONE;
      case State.Wait wait -> State.Recovery.NONE;
      case State.Pass pass -> State.Recovery.NONE;
      case State.Succeed succeed -> State.Recovery.NONE;
      case State.Fail fail -> State.Recovery.NONE;
    };
  }
}
