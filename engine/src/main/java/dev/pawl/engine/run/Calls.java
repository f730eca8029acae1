package dev.pawl.engine.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.StepId;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Calls to the outside, and what came of them as a fact. */
public final class Calls {

  private Calls() {}

  public static Fact.Timing timing(Instant startedAt) {
    return new Fact.Timing(startedAt, Duration.ZERO);
  }

  public static Fact.Timing timing(Instant startedAt, Instant endedAt) {
    return new Fact.Timing(startedAt, Duration.between(startedAt, endedAt));
  }

  /** Empty if the handler will answer later, if at all. */
  static Optional<Fact> call(Outside outside, ExecutionId id, Command.Work work, Timeline time) {
    Optional<Handler> handler = outside.handler(work.call().resource());
    if (handler.isEmpty()) {
      return Optional.empty();
    }
    try {
      return call(handler.get(), handlerCall(id, work, HandlerCall.Heartbeat.NONE), work, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** What a handler gets to see of a command. */
  public static HandlerCall handlerCall(
      ExecutionId id, Command.Work work, HandlerCall.Heartbeat heartbeat) {
    Command.Call call = work.call();
    return new HandlerCall(
        call.resource(),
        call.input(),
        idempotencyKey(id, work.step(), work.number()),
        Math.abs(work.number()),
        call.timeout(),
        call.token(),
        heartbeat);
  }

  /**
   * Equal over attempts and nodes, and different for each call of a step. It has at most 128
   * characters, all of them letters, digits or one of {@code -._~}.
   */
  public static String idempotencyKey(ExecutionId id, StepId step, int number) {
    return IdempotencyKey.of(id, step, isReading(number));
  }

  /** Whether a call reads the items of a Map, which may be more than an output may have. */
  public static boolean isReading(int number) {
    return number < 0;
  }

  /** Empty if the handler's work goes on elsewhere and is answered from there, if at all. */
  public static Optional<Fact> call(
      Handler handler, HandlerCall call, Command.Work work, Timeline time)
      throws InterruptedException {
    Instant startedAt = time.now();
    try {
      Json output = handler.handle(call);
      if (call.taskToken().isPresent()) {
        return Optional.empty(); // what counts is what comes with the token
      }
      if (!isReading(work.number())) {
        Limits.checked(output, "the result of '" + call.resource() + "'");
      }
      Fact.Timing timing = new Fact.Timing(startedAt, Duration.between(startedAt, time.now()));
      return Optional.of(
          meant(work, new Fact.TaskSucceeded(work.step(), work.attempt(), output, timing)));
    } catch (Hanging later) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
      Fact.Timing timing = new Fact.Timing(startedAt, Duration.between(startedAt, time.now()));
      return Optional.of(meant(work, failed(work, failure(e), timing, details(e))));
    }
  }

  /** What an answer means to the work that was asked for: that of a reader is items. */
  public static Fact meant(Command.Work work, Fact answer) {
    return switch (work) {
      case Command.RunTask task -> answer;
      case Command.ReadItems read ->
          switch (answer) {
            case Fact.TaskSucceeded done -> items(read, done);
            case Fact.TaskFailed failed ->
                failed(read, failed.failure(), failed.timing(), failed.details());
            default -> answer;
          };
      case Command.WriteResults write ->
          answer instanceof Fact.TaskFailed failed
              ? failed(
                  write,
                  new Failure(Optional.of(ErrorName.RESULT_WRITER), failed.failure().cause()),
                  failed.timing(),
                  failed.details())
              : answer;
    };
  }

  private static Fact failed(
      Command.Work work, Failure failure, Fact.Timing timing, Fact.FailureDetails details) {
    return new Fact.TaskFailed(work.step(), work.attempt(), failure, timing, details);
  }

  private static Fact items(Command.ReadItems read, Fact.TaskSucceeded done) {
    try {
      List<Json> items = ItemFormats.items(read.source(), done.output());
      List<Json> rest = items.subList(Math.min(read.offset(), items.size()), items.size());
      return new Fact.ItemsRead(read.step(), read.attempt(), read.offset(), rest, true);
    } catch (HandlerException | RuntimeException e) {
      return failed(read, failure(e), done.timing(), Fact.FailureDetails.NONE);
    }
  }

  /** A handler that gave up in a way that it should not. */
  public static Fact failed(StepId step, int attempt, Throwable trouble, Timeline time) {
    return new Fact.TaskFailed(
        step, attempt, failure(trouble), timing(time.now()), details(trouble));
  }

  /** What the history keeps of an exception besides its name and message. */
  private static Fact.FailureDetails details(Throwable e) {
    return e instanceof DataException
        ? Fact.FailureDetails.NONE
        : new Fact.FailureDetails(StackTraces.of(e), Optional.empty());
  }

  private static Failure failure(Throwable e) {
    Optional<String> cause = Optional.ofNullable(e.getMessage());
    if (e instanceof DataException tooLarge) {
      return Failure.of(tooLarge.error(), String.valueOf(e.getMessage()));
    }
    return e instanceof HandlerException named
        ? new Failure(Optional.of(named.error()).filter(name -> !name.isEmpty()), cause)
        : new Failure(Optional.of(e.getClass().getSimpleName()), cause);
  }

  public static Fact timedOut(Command.Work work, String error, Timeline time) {
    Optional<Duration> limit =
        error.equals(ErrorName.TIMEOUT) ? work.call().timeout() : work.call().heartbeat();
    return failed(
        work,
        Failure.timedOut(error, limit.orElse(Duration.ZERO)),
        timing(time.now()),
        Fact.FailureDetails.NONE);
  }
}
