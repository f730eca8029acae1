package dev.pawl.engine;

import dev.pawl.engine.data.StateData;
import dev.pawl.model.Flow;
import dev.pawl.model.StateKind;
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
 * The mutable state of one advance: its inputs, and the commands and steps it produces. It is the
 * only mutable object of the interpreter.
 */
final class AdvanceContext {

  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  /** The maximum number of states that all frames together may enter because of one fact. */
  static final int MAX_ENTRIES = 500_000;

  final long seq;
  final Instant now;
  final ExecutionId chanceOf;
  final DeterministicRandom chance;
  final Flow.OnError onError;
  final List<Command> commands = new ArrayList<>();
  final List<StepChange> steps = new ArrayList<>();

  Execution.Origin origin;
  private final JsonObject rootContext;
  Status status;
  CompensationLog saga;
  List<Fact.EventArrived> events;
  Optional<String> ignored = Optional.empty();
  private int entries;

  AdvanceContext(Flow flow, Execution execution, RecordedFact recorded) {
    this.onError = flow.onError();
    this.seq = recorded.seq();
    this.now = recorded.at();
    this.chanceOf =
        recorded.fact() instanceof Fact.Started started
            ? started.continued().map(Fact.Continued::chance).orElse(execution.id())
            : execution.origin().chance();
    this.chance = new DeterministicRandom(chanceOf, recorded.seq(), recorded.at());
    this.origin = execution.origin();
    this.rootContext =
        recorded.fact() instanceof Fact.Started started
            ? started.context()
            : execution.root().map(frame -> frame.scope().context()).orElse(JsonObject.EMPTY);
    this.status = execution.status();
    this.saga = execution.saga();
    this.events = execution.events();
  }

  /** Returns the members of the context object that the launch of the execution has set. */
  JsonObject launchContext() {
    return Fact.Started.launchContext(rootContext);
  }

  void countEntry() {
    entries++;
  }

  /** Returns true if the maximum of entered states is reached; the execution then fails. */
  boolean isExhausted() {
    return entries >= MAX_ENTRIES;
  }

  /** Returns true if a ready frame may start. */
  boolean mayBegin(Frame frame) {
    return status != Status.PAUSED
        && (!isExhausted() || frame.id().equals(FrameId.END))
        && !(saga.isUndoing() && saga.resumes().filter(frame.id()::equals).isPresent());
  }

  /** Returns all commands, without those abandoned within the same advance. */
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

  void step(Frame frame, StateKind kind, StepStatus status, StepChange.Result result) {
    Frame.Visit visit = frame.visit();
    StepChange.VisitedState place =
        new StepChange.VisitedState(
            visit.state(), kind, visit.attempt(), visit.input(), frame.scope().own());
    steps.add(new StepChange(seq, steps.size(), frame.step(), now, status, place, result));
  }

  /** Sets the activity of a frame that now waits for a fact, and issues its commands. */
  Frame block(Frame frame, StateKind kind, Activity activity) {
    step(frame, kind, StepStatus.RUNNING, StepChange.Result.NONE);
    return issue(frame.with(activity));
  }

  Frame issue(Frame frame) {
    for (Command command : frame.activity().commands(frame)) {
      if (status != Status.PAUSED || !OutstandingCommands.isWork(command)) {
        commands.add(command);
      }
    }
    return frame;
  }

  /** Returns the data that is visible to the current state of a frame. */
  StateData data(Frame frame, StateKind kind) {
    return StateData.of(
        frame.visit().input(),
        () -> context(frame, kind),
        new StateData.EvaluationScope(visible(frame.scope()), chance));
  }

  /**
   * Returns the data that is visible while the input of a handler is formed, with the task token.
   */
  StateData taskData(Frame frame) {
    return StateData.of(
        frame.visit().input(),
        () ->
            context(frame, StateKind.TASK)
                .with("Task", JsonObject.of("Token", Json.of(token(frame)))),
        new StateData.EvaluationScope(visible(frame.scope()), chance));
  }

  static Map<String, Json> visible(Frame.FrameVariables scope) {
    if (scope.own().isEmpty() || scope.outer().isEmpty()) {
      return scope.own().isEmpty() ? scope.outer() : scope.own();
    }
    Map<String, Json> all = new LinkedHashMap<>(scope.outer());
    all.putAll(scope.own());
    return all;
  }

  private JsonObject context(Frame frame, StateKind kind) {
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
    if (kind == StateKind.TASK) {
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
