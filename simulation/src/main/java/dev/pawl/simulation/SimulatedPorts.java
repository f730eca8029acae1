package dev.pawl.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Fact.HumanActed.Action;
import dev.pawl.engine.Failure;
import dev.pawl.engine.History;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.TaskToken;
import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Simulated handlers, readers and people. Their answers depend on the command, the attempt and the
 * seed, never on the order of events.
 */
final class SimulatedPorts {

  private static final int[] DELAY_MILLIS = {0, 0, 10, 400, 1_000, 2_500};

  /**
   * Limits the visits of a step, because a person who always sends work back would never finish.
   */
  private static final int MAX_VISITS = 12;

  /** The form that people submit. */
  static final Json FORM = Json.of("seen");

  private final long seed;

  /** An answer and its delay. */
  record PortAnswer(Duration delay, Fact fact) {}

  SimulatedPorts(long seed) {
    this.seed = seed;
  }

  Duration delay(String key) {
    int index = (int) Math.floorMod(SeededRandom.hash(seed, key), (long) DELAY_MILLIS.length);
    return Duration.ofMillis(DELAY_MILLIS[index]);
  }

  List<PortAnswer> answers(History history, Command command, Instant now) {
    return switch (command) {
      case Command.RunTask task -> run(task, now);
      case Command.ReadItems read -> read(read, now);
      case Command.WriteResults write -> write(write, now);
      case Command.OpenHumanTask human -> act(history, human);
      default -> List.of();
    };
  }

  private List<PortAnswer> run(Command.RunTask task, Instant now) {
    HandlerBehaviour behaviour = HandlerBehaviour.of(task.call().resource());
    Duration delay = delay("task " + task.step() + " " + task.attempt());
    Optional<TaskToken> token = task.call().token().map(TaskToken::parse);
    StepId step = token.map(TaskToken::step).orElse(task.step());
    int attempt = token.map(TaskToken::attempt).orElse(task.attempt());
    Optional<PortAnswer> timeout =
        timeout(task, behaviour.kind() == HandlerBehaviour.BehaviourKind.HANGS, now);
    Duration limit = timeout.map(PortAnswer::delay).orElse(Duration.ofDays(1));
    Duration after =
        behaviour.kind() == HandlerBehaviour.BehaviourKind.ANSWERS_LATE
            ? limit.plusSeconds(1)
            : delay;
    Fact.Timing timing = new Fact.Timing(now, after);
    Fact fact =
        behaviour.failsAt(task.attempt(), task.call().input())
            ? new Fact.TaskFailed(step, attempt, behaviour.failure(), timing)
            : new Fact.TaskSucceeded(
                step, attempt, HandlerBehaviour.output(task.call().input()), timing);
    List<PortAnswer> answers = new ArrayList<>();
    if (timeout.isPresent() && after.compareTo(limit) >= 0
        || behaviour.kind() == HandlerBehaviour.BehaviourKind.HANGS) {
      timeout.ifPresent(answers::add);
    }
    if (behaviour.kind() != HandlerBehaviour.BehaviourKind.HANGS) {
      answers.add(new PortAnswer(after, fact));
    }
    if (behaviour.kind() == HandlerBehaviour.BehaviourKind.ANSWERS_TWICE) {
      answers.add(new PortAnswer(after.plusMillis(10), fact));
    }
    return answers;
  }

  /** Returns the timeout of a task; a working handler sends heartbeats, a hanging one does not. */
  private static Optional<PortAnswer> timeout(Command.RunTask task, boolean hangs, Instant now) {
    Optional<Duration> heartbeat = task.call().heartbeat().filter(given -> hangs);
    Optional<Duration> limit = heartbeat.or(() -> task.call().timeout());
    String error = heartbeat.isPresent() ? ErrorName.HEARTBEAT_TIMEOUT : ErrorName.TIMEOUT;
    return limit.map(
        after ->
            new PortAnswer(
                after,
                new Fact.TaskFailed(
                    task.step(),
                    task.attempt(),
                    Failure.of(error, "no answer"),
                    new Fact.Timing(now, after))));
  }

  private List<PortAnswer> read(Command.ReadItems read, Instant now) {
    Duration delay = delay("read " + read.step() + " " + read.attempt() + " " + read.offset());
    String[] parts = read.source().resource().split(":");
    if (!parts[0].equals("items")) {
      Failure failure = HandlerBehaviour.of(read.source().resource()).failure();
      Fact.Timing timing = new Fact.Timing(now, delay);
      return List.of(
          new PortAnswer(delay, new Fact.TaskFailed(read.step(), read.attempt(), failure, timing)));
    }
    int total = Integer.parseInt(parts[1]);
    int end = Math.min(total, read.offset() + Integer.parseInt(parts[2]));
    List<Json> items = new ArrayList<>();
    for (int i = read.offset(); i < end; i++) {
      items.add(item(i));
    }
    return List.of(
        new PortAnswer(
            delay,
            new Fact.ItemsRead(read.step(), read.attempt(), read.offset(), items, end == total)));
  }

  static JsonObject item(int index) {
    return JsonObject.of("n", JsonNumber.of(index % 7)).with("items", JsonArray.EMPTY);
  }

  private List<PortAnswer> write(Command.WriteResults write, Instant now) {
    Duration delay = delay("write " + write.step() + " " + write.attempt());
    Fact.Timing timing = new Fact.Timing(now, delay);
    HandlerBehaviour behaviour = HandlerBehaviour.of(write.writer().resource().orElse("ok"));
    Json written = JsonObject.of("written", JsonNumber.of(write.results().size()));
    Fact fact =
        behaviour.failsAt(write.attempt(), JsonObject.EMPTY)
            ? new Fact.TaskFailed(write.step(), write.attempt(), behaviour.failure(), timing)
            : new Fact.TaskSucceeded(write.step(), write.attempt(), written, timing);
    return List.of(new PortAnswer(delay, fact));
  }

  /** Returns the answers of a person, as the title of the task says. */
  private List<PortAnswer> act(History history, Command.OpenHumanTask human) {
    StepId step = human.step();
    Duration delay = delay("human " + step);
    String[] words = human.title().split(" ");
    boolean confused = words[0].equals("confused");
    String does = words[confused ? 1 : 0];
    Action completed = new Action.Completed(words[words.length - 1], FORM);
    List<PortAnswer> answers = new ArrayList<>();
    if (confused) {
      answers.add(acted(delay, step, new Action.Completed("perhaps", Json.of(0))));
    }
    Duration after = delay.plusMillis(10);
    switch (does) {
      case "nobody" -> {}
      case "fails" -> answers.add(acted(after, step, new Action.Failed(Failure.of("Boom", "no"))));
      case "skips" -> {
        answers.add(acted(after, step, new Action.Skipped("not needed")));
        answers.add(acted(after.plusMillis(10), step, completed));
      }
      case "sendsBack" -> {
        if (step.visit() < MAX_VISITS) {
          Action back = new Action.SentBack(history.entry(earlier(history, step)), "look again");
          answers.add(acted(after, step, back));
        }
        answers.add(acted(after.plusMillis(10), step, completed));
      }
      default -> answers.add(acted(after, step, completed));
    }
    return answers;
  }

  private static PortAnswer acted(Duration delay, StepId step, Action action) {
    return new PortAnswer(delay, new Fact.HumanActed(step, "ada", action));
  }

  private StepId earlier(History history, StepId step) {
    List<StepId> steps =
        history.steps().stream()
            .map(StepChange::id)
            .filter(id -> id.frame().equals(step.frame()) && id.visit() <= step.visit())
            .toList();
    return steps.get(
        (int) Math.floorMod(SeededRandom.hash(seed, "back " + step), (long) steps.size()));
  }
}
