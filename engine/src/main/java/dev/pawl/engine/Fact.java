package dev.pawl.engine;

import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An event in the life of an execution, as recorded in the journal. A fact contains external input
 * and nothing that follows from earlier facts.
 */
public sealed interface Fact {

  /** The maximum number of effects that are recorded per attempt. */
  int MAX_EFFECTS = 20;

  /**
   * The first fact of every execution.
   *
   * @param semantics version of the meaning of facts, {@link Interpreter#SEMANTICS} at the start
   * @param flow code of the flow, as shown in the context object
   * @param name name of the execution, as shown in the context object
   * @param context additional members of the context object, such as the item of a distributed Map
   * @param continued present if the facts that follow were copied from an execution that ended
   * @param reason the reason that the operator gave for a rerun; empty if none was given
   */
  record Started(
      int semantics,
      String flow,
      String name,
      Json input,
      JsonObject context,
      Optional<Continued> continued,
      String reason)
      implements Fact {

    public Started(
        int semantics,
        String flow,
        String name,
        Json input,
        JsonObject context,
        Optional<Continued> continued) {
      this(semantics, flow, name, input, context, continued, "");
    }

    /** The members of the context that the launch of an execution may set. */
    public static final List<String> LAUNCH_CONTEXT = List.of("Trigger", "Context");

    /** Returns the members of a context that the launch has set. */
    static JsonObject launchContext(JsonObject context) {
      JsonObject set = JsonObject.EMPTY;
      for (String name : LAUNCH_CONTEXT) {
        Optional<Json> value = context.get(name);
        if (value.isPresent()) {
          set = set.with(name, value.get());
        }
      }
      return set;
    }

    /** Creates a start with the current semantics. */
    public Started(String flow, String name, Json input, JsonObject context) {
      this(Interpreter.SEMANTICS, flow, name, input, context, Optional.empty());
    }

    /** Returns the start of another execution with the same data but no provenance. */
    Started again(Optional<Continued> how) {
      return new Started(semantics, flow, name, input, context, how);
    }

    Started because(String why) {
      return new Started(semantics, flow, name, input, context, continued, why);
    }
  }

  /**
   * The continuation of another execution.
   *
   * @param chance execution whose id seeds the random numbers of the copied facts; with another
   *     seed they would fold to another result
   * @param at time of the continuation, from which the timeout of the execution counts
   */
  record Continued(ExecutionId chance, Instant at) {}

  /**
   * The handler of a step succeeded.
   *
   * @param effects what the handler did outside, for the history only
   */
  record TaskSucceeded(
      StepId step, int attempt, Json output, Timing timing, List<RecordedEffect> effects)
      implements Fact {
    public TaskSucceeded {
      effects = limited(effects);
    }

    public TaskSucceeded(StepId step, int attempt, Json output, Timing timing) {
      this(step, attempt, output, timing, List.of());
    }
  }

  /**
   * The handler of a step failed, ran out of time, or missed a heartbeat.
   *
   * @param details diagnostics for people, invisible to the flow
   * @param effects what the handler did outside before it failed, for the history only
   */
  record TaskFailed(
      StepId step,
      int attempt,
      Failure failure,
      Timing timing,
      FailureDetails details,
      List<RecordedEffect> effects)
      implements Fact {
    public TaskFailed {
      effects = limited(effects);
    }

    public TaskFailed(
        StepId step, int attempt, Failure failure, Timing timing, FailureDetails details) {
      this(step, attempt, failure, timing, details, List.of());
    }

    public TaskFailed(StepId step, int attempt, Failure failure, Timing timing) {
      this(step, attempt, failure, timing, FailureDetails.NONE);
    }
  }

  /** An effect of a handler on the outside world, and the time at which it was recorded. */
  record RecordedEffect(ExternalEffect effect, Instant at) {}

  private static List<RecordedEffect> limited(List<RecordedEffect> effects) {
    return List.copyOf(effects.size() <= MAX_EFFECTS ? effects : effects.subList(0, MAX_EFFECTS));
  }

  /**
   * Diagnostics of a failed attempt, for the history only.
   *
   * @param stackTrace stack trace of the exception, already limited in size
   * @param worker the name of the worker that reported the failure
   */
  record FailureDetails(Optional<String> stackTrace, Optional<String> worker) {
    public static final FailureDetails NONE =
        new FailureDetails(Optional.empty(), Optional.empty());
  }

  /** The start and duration of an attempt. */
  record Timing(Instant startedAt, Duration took) {}

  /**
   * Items of a distributed Map were read; several such facts may follow each other.
   *
   * @param offset number of items before these
   * @param complete true if these are the last items
   */
  record ItemsRead(StepId step, int attempt, int offset, List<Json> items, boolean complete)
      implements Fact {
    public ItemsRead {
      items = List.copyOf(items);
    }
  }

  /** The child execution of an item of a distributed Map ended. */
  record ChildEnded(StepId step, int index, Outcome outcome) implements Fact {}

  /** The time of a wait, a retry delay or a timeout has come. */
  record TimerFired(StepId step, int attempt) implements Fact {}

  /** A named event arrived; it is kept until a state waits for it. */
  record EventArrived(String name, Json payload) implements Fact {}

  /** A person acted on a Human step. */
  record HumanActed(StepId step, String by, Action action) implements Fact {

    public sealed interface Action {
      /**
       * The person completed the step.
       *
       * @param reason why, if the person gave a reason
       */
      record Completed(String outcome, Json data, String reason) implements Action {
        public Completed(String outcome, Json data) {
          this(outcome, data, "");
        }
      }

      record Failed(Failure failure) implements Action {}

      record Skipped(String reason) implements Action {}

      record SentBack(Entry to, String reason) implements Action {}
    }
  }

  /** An operator ended the execution. */
  record Cancelled(String reason, boolean compensate) implements Fact {}

  /**
   * The execution waited for a concurrency permit for longer than the limit allows; it never
   * started to work.
   */
  record QueueTimedOut() implements Fact {}

  /**
   * An operator paused the execution: work in progress may finish, no new work starts.
   *
   * @param by name of the operator, if known
   * @param withAll true if all executions of the tenant were paused; resuming them all resumes this
   *     one
   */
  record Paused(String reason, String by, boolean withAll) implements Fact {
    public Paused(String reason) {
      this(reason, "", false);
    }
  }

  record Resumed(String reason) implements Fact {
    public Resumed() {
      this("");
    }
  }

  /** An operator skipped a step and set its output. */
  record Skipped(StepId step, Json output, String reason) implements Fact {
    public Skipped(StepId step, Json output) {
      this(step, output, "");
    }
  }

  /** An operator sent a frame back to an earlier step. */
  record Rewound(FrameId frame, Entry to, boolean compensate, String reason) implements Fact {
    public Rewound(FrameId frame, Entry to, boolean compensate) {
      this(frame, to, compensate, "");
    }
  }

  /**
   * The state of a frame when it entered a step. The fact contains it, so that a fold need not keep
   * all past inputs.
   */
  record Entry(int visit, String state, Json input, Map<String, Json> variables) {
    public Entry {
      variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }
  }
}
