package dev.pawl.engine;

import dev.pawl.engine.data.Data;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The application of one fact: what it can see, and the commands and steps it brings forth. Lives
 * for one advance and is the only thing that changes during it.
 */
final class Turn {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** How many states all frames together may enter because of one fact. */
  static final int MAX_ENTRIES = 500_000;

  final long seq;
  final Instant now;
  final ExecutionId chanceOf;
  final Chance chance;
  final List<Command> commands = new ArrayList<>();
  final List<Step> steps = new ArrayList<>();

  Execution.Origin origin;
  Status status;
  Saga saga;
  List<Fact.EventArrived> events;
  Optional<String> ignored = Optional.empty();
  private int entries;

  Turn(Execution execution, Recorded recorded) {
    this.seq = recorded.seq();
    this.now = recorded.at();
    this.chanceOf =
        recorded.fact() instanceof Fact.Started started
            ? started.continued().map(Fact.Continued::chance).orElse(execution.id())
            : execution.origin().chance();
    this.chance = new Chance(chanceOf, recorded.seq(), recorded.at());
    this.origin = execution.origin();
    this.status = execution.status();
    this.saga = execution.saga();
    this.events = execution.events();
  }

  void countEntry() {
    entries++;
  }

  /** Whether so many states were entered that no more may be: the execution will fail. */
  boolean isExhausted() {
    return entries >= MAX_ENTRIES;
  }

  /** Whether a frame that is ready may begin. */
  boolean mayBegin(Frame frame) {
    return status != Status.PAUSED
        && !isExhausted()
        && !(saga.isUndoing() && saga.resumes().filter(frame.id()::equals).isPresent());
  }

  /** All commands, without those that were called back within the same turn. */
  List<Command> commands() {
    Set<StepId> abandoned = new HashSet<>();
    List<Command> wanted = new ArrayList<>();
    for (Command command : commands.reversed()) {
      if (command instanceof Command.Abandon abandon) {
        abandoned.add(abandon.step());
        wanted.add(command);
      } else if (!(command instanceof Command.OfStep of) || !abandoned.contains(of.step())) {
        wanted.add(command);
      }
    }
    return wanted.reversed();
  }

  void ignore(String reason) {
    ignored = Optional.of(reason);
  }

  void step(Frame frame, String type, StepStatus status, Step.Result result) {
    Frame.Visit visit = frame.visit();
    Step.Place place =
        new Step.Place(visit.state(), type, visit.attempt(), visit.input(), frame.scope().own());
    steps.add(new Step(seq, steps.size(), frame.step(), now, status, place, result));
  }

  /** The frame stays with this until a fact answers. */
  Frame block(Frame frame, String type, Activity activity) {
    step(frame, type, StepStatus.RUNNING, Step.Result.NONE);
    return issue(frame.with(activity));
  }

  Frame issue(Frame frame) {
    for (Command command : frame.activity().commands(frame)) {
      if (status != Status.PAUSED || !Outstanding.isWork(command)) {
        commands.add(command);
      }
    }
    return frame;
  }

  /** What the state that a frame is at can see. */
  Data data(Frame frame, String type) {
    return Data.of(
        frame.visit().input(),
        () -> context(frame, type),
        new Data.Surroundings(visible(frame.scope()), chance));
  }

  /** The same while a handler's input is made: only then is there a task token. */
  Data taskData(Frame frame) {
    return Data.of(
        frame.visit().input(),
        () -> context(frame, "Task").with("Task", JsonObject.of("Token", Json.of(token(frame)))),
        new Data.Surroundings(visible(frame.scope()), chance));
  }

  static Map<String, Json> visible(Frame.Scope scope) {
    if (scope.own().isEmpty() || scope.outer().isEmpty()) {
      return scope.own().isEmpty() ? scope.outer() : scope.own();
    }
    Map<String, Json> all = new LinkedHashMap<>(scope.outer());
    all.putAll(scope.own());
    return all;
  }

  private JsonObject context(Frame frame, String type) {
    JsonObject execution =
        JsonObject.of("Id", Json.of(origin.id().toString()))
            .with("Input", origin.input())
            .with("Name", Json.of(origin.name()))
            .with("RoleArn", Json.of("pawl"))
            .with("StartTime", Json.of(TIME.format(origin.startedAt())));
    JsonObject state =
        JsonObject.of("Name", Json.of(frame.visit().state()))
            .with("EnteredTime", Json.of(TIME.format(frame.visit().enteredAt())));
    JsonObject machine =
        JsonObject.of("Id", Json.of(origin.flow())).with("Name", Json.of(origin.flow()));
    JsonObject context =
        JsonObject.of("Execution", execution).with("StateMachine", machine).with("State", state);
    if (type.equals("Task")) {
      context =
          context.with(
              "State", state.with("RetryCount", JsonNumber.of(frame.visit().attempt() - 1)));
    }
    for (Map.Entry<String, Json> more : frame.scope().context().members().entrySet()) {
      context = context.with(more.getKey(), more.getValue());
    }
    return context;
  }

  Optional<String> tokenFor(String resource, Frame frame) {
    return resource.endsWith(".waitForTaskToken") ? Optional.of(token(frame)) : Optional.empty();
  }

  private String token(Frame frame) {
    return TaskToken.of(origin.id(), frame.step(), frame.visit().attempt()).toString();
  }
}
