package dev.pawl.testkit.behaviour;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.FlowRun;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What many of these tests say. */
final class Given {

  private static final Fact.Timing UNTIMED = new Fact.Timing(Instant.EPOCH, Duration.ZERO);

  private Given() {}

  static Json json(String text) {
    return JsonText.parse(text);
  }

  static Handler answering(String output) {
    return call -> json(output);
  }

  /** Answers with its own input. */
  static Handler echo() {
    return call -> call.input();
  }

  static Handler failing(String error) {
    return failing(error, "as ever");
  }

  static Handler failing(String error, String cause) {
    return call -> {
      throw new HandlerException(error, cause);
    };
  }

  /** Fails a number of times before it answers with its own input. */
  static Handler failing(String error, int times) {
    AtomicInteger left = new AtomicInteger(times);
    return call -> {
      if (left.getAndDecrement() > 0) {
        throw new HandlerException(error, "for now");
      }
      return call.input();
    };
  }

  static Fact succeeded(StepId step, int attempt, String output) {
    return new Fact.TaskSucceeded(step, attempt, json(output), UNTIMED);
  }

  static Fact failed(StepId step, int attempt, String error) {
    return new Fact.TaskFailed(step, attempt, Failure.of(error, "it broke"), UNTIMED);
  }

  /** How many seconds after the first call each call of a resource came. */
  static List<Double> seconds(FlowRun run, String resource) {
    List<FlowRun.Called> calls = run.calls(resource);
    return calls.stream()
        .map(called -> Duration.between(calls.getFirst().at(), called.at()).toMillis() / 1000.0)
        .toList();
  }

  /** The steps whose work is cancelled. */
  static List<StepId> abandoned(List<Command> commands) {
    return commands.stream()
        .filter(Command.Abandon.class::isInstance)
        .map(command -> ((Command.Abandon) command).step())
        .toList();
  }

  /** The last line about a state. */
  static StepChange last(FlowRun run, String state) {
    return run.lines().reversed().stream()
        .filter(line -> line.place().state().equals(state))
        .findFirst()
        .orElseThrow();
  }
}
