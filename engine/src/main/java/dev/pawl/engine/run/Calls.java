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
  static Optional<Fact> call(Outside outside, ExecutionId id, Command.RunTask task, Timeline time) {
    Optional<Handler> handler = outside.handler(task.call().resource());
    if (handler.isEmpty()) {
      return Optional.empty();
    }
    try {
      return call(handler.get(), handlerCall(id, task, HandlerCall.Heartbeat.NONE), task, time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  /** What a handler gets to see of a command. */
  public static HandlerCall handlerCall(
      ExecutionId id, Command.RunTask task, HandlerCall.Heartbeat heartbeat) {
    return new HandlerCall(
        task.call().resource(),
        task.call().input(),
        id + " " + task.step(),
        task.attempt(),
        task.call().timeout(),
        task.call().token(),
        heartbeat);
  }

  /** Empty if the handler's work goes on elsewhere and is answered from there, if at all. */
  public static Optional<Fact> call(
      Handler handler, HandlerCall call, Command.RunTask task, Timeline time)
      throws InterruptedException {
    Instant startedAt = time.now();
    try {
      Json output = handler.handle(call);
      if (task.call().token().isPresent()) {
        return Optional.empty(); // what counts is what comes with the token
      }
      Limits.checked(output, "the result of '" + call.resource() + "'");
      Fact.Timing timing = new Fact.Timing(startedAt, Duration.between(startedAt, time.now()));
      return Optional.of(new Fact.TaskSucceeded(task.step(), task.attempt(), output, timing));
    } catch (Hanging later) {
      return Optional.empty();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | StackOverflowError | LinkageError | AssertionError e) {
      Fact.Timing timing = new Fact.Timing(startedAt, Duration.between(startedAt, time.now()));
      return Optional.of(new Fact.TaskFailed(task.step(), task.attempt(), failure(e), timing));
    }
  }

  /** A handler that gave up in a way that it should not. */
  public static Fact failed(StepId step, int attempt, Throwable trouble, Timeline time) {
    return new Fact.TaskFailed(step, attempt, failure(trouble), timing(time.now()));
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

  public static Fact timedOut(Command.RunTask task, String error, Timeline time) {
    Optional<Duration> limit =
        error.equals(ErrorName.TIMEOUT) ? task.call().timeout() : task.call().heartbeat();
    String cause =
        "no %s within %d seconds"
            .formatted(
                error.equals(ErrorName.TIMEOUT) ? "answer" : "heartbeat",
                limit.orElse(Duration.ZERO).toSeconds());
    return new Fact.TaskFailed(
        task.step(), task.attempt(), Failure.of(error, cause), timing(time.now()));
  }

  public static Fact read(Outside outside, Command.ReadItems read, Timeline time) {
    try {
      List<Json> items = ItemFormats.items(read.source(), outside.readItems(read.source()));
      return new Fact.ItemsRead(
          read.step(),
          read.attempt(),
          read.offset(),
          items.subList(Math.min(read.offset(), items.size()), items.size()),
          true);
    } catch (HandlerException | RuntimeException e) {
      return new Fact.TaskFailed(read.step(), read.attempt(), failure(e), timing(time.now()));
    }
  }

  public static Fact write(Outside outside, Command.WriteResults write, Timeline time) {
    try {
      Json output = outside.writeResults(write);
      return new Fact.TaskSucceeded(write.step(), write.attempt(), output, timing(time.now()));
    } catch (HandlerException | RuntimeException e) {
      return new Fact.TaskFailed(
          write.step(),
          write.attempt(),
          new Failure(Optional.of(ErrorName.RESULT_WRITER), failure(e).cause()),
          timing(time.now()));
    }
  }
}
