package dev.pawl.engine;

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
 * Something that happened to an execution, as it stands in the journal. A fact holds what came from
 * outside and nothing that follows from earlier facts.
 */
public sealed interface Fact {

  /**
   * The first fact of every execution.
   *
   * @param semantics the meaning of facts it was started under, {@link Interpreter#SEMANTICS}
   * @param flow the flow's code, as the context object tells it
   * @param name the execution's name, as the context object tells it
   * @param context what the context object tells besides, as in an item of a distributed Map
   * @param continued present if the facts that follow were copied from an execution that ended
   * @param reason why one that had ended is tried again by this one, as far as anybody said
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

    /** A start under the meaning of today. */
    public Started(String flow, String name, Json input, JsonObject context) {
      this(Interpreter.SEMANTICS, flow, name, input, context, Optional.empty());
    }

    /** The first of another execution, with all of this but where it came from. */
    Started again(Optional<Continued> how) {
      return new Started(semantics, flow, name, input, context, how);
    }

    Started because(String why) {
      return new Started(semantics, flow, name, input, context, continued, why);
    }
  }

  /**
   * How an execution takes up what another one began.
   *
   * @param chance the execution whose chance the copied facts were applied under; only with the
   *     same chance do they mean the same again
   * @param at when it was taken up; the execution's time-out counts from here
   */
  record Continued(ExecutionId chance, Instant at) {}

  /** The handler of a step answered. */
  record TaskSucceeded(StepId step, int attempt, Json output, Timing timing) implements Fact {}

  /**
   * The handler of a step failed, ran out of time, or missed a heartbeat.
   *
   * @param details what helps people to find the reason; the flow does not see it
   */
  record TaskFailed(
      StepId step, int attempt, Failure failure, Timing timing, FailureDetails details)
      implements Fact {
    public TaskFailed(StepId step, int attempt, Failure failure, Timing timing) {
      this(step, attempt, failure, timing, FailureDetails.NONE);
    }
  }

  /**
   * Diagnostics of a failed attempt, for the history only.
   *
   * @param stackTrace the trace of the exception, bounded by whoever made it
   * @param worker the name of the worker that reported the failure
   */
  record FailureDetails(Optional<String> stackTrace, Optional<String> worker) {
    public static final FailureDetails NONE =
        new FailureDetails(Optional.empty(), Optional.empty());
  }

  /** When an attempt began and how long it took. */
  record Timing(Instant startedAt, Duration took) {}

  /**
   * Items of a distributed Map were read; several such facts may follow each other.
   *
   * @param offset the number of items before these
   * @param complete no more will follow
   */
  record ItemsRead(StepId step, int attempt, int offset, List<Json> items, boolean complete)
      implements Fact {
    public ItemsRead {
      items = List.copyOf(items);
    }
  }

  /** An item of a distributed Map, an execution of its own, ended. */
  record ChildEnded(StepId step, int index, Outcome outcome) implements Fact {}

  /** A wait, a retry delay, a time-out is over. */
  record TimerFired(StepId step, int attempt) implements Fact {}

  /** Something with a name happened outside; kept until a state waits for it. */
  record EventArrived(String name, Json payload) implements Fact {}

  /** A person acted on a Human step. */
  record HumanActed(StepId step, String by, Action action) implements Fact {

    public sealed interface Action {
      /**
       * @param reason why, as far as the person said
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
   * An operator stopped the execution; work under way may end, no new work begins.
   *
   * @param by who did, as far as that is known
   * @param withAll whether all executions of its tenant were stopped: what lets them go on lets
   *     this one go on
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

  /** An operator ended a step in favour of a given output. */
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
   * How a frame entered a step. It travels in the fact, so that no fold has to remember every past
   * input.
   */
  record Entry(int visit, String state, Json input, Map<String, Json> variables) {
    public Entry {
      variables = Collections.unmodifiableMap(new LinkedHashMap<>(variables));
    }
  }
}
