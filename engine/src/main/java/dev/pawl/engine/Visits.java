package dev.pawl.engine;

import dev.pawl.engine.data.Data;
import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.data.Numbers;
import dev.pawl.engine.data.Shapes;
import dev.pawl.model.ErrorName;
import dev.pawl.model.Machine;
import dev.pawl.model.NameLimit;
import dev.pawl.model.State;
import dev.pawl.model.Template;
import dev.pawl.model.Timestamps;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A frame's way from state to state: entering one, blocking there until a fact answers, leaving it.
 * Every method takes a frame and returns what has become of it.
 */
final class Visits {

  /** How many states a frame may pass without waiting for anything. */
  static final int MAX_PURE_STEPS = 100_000;

  private final Turn turn;
  private final Forks forks;
  private final Recoveries recoveries;

  Visits(Turn turn) {
    this.turn = turn;
    this.forks = new Forks(turn, this);
    this.recoveries = new Recoveries(turn);
  }

  Forks forks() {
    return forks;
  }

  /** Lets a frame go on until it blocks or ends. */
  Frame run(Frame frame, Machine machine) {
    for (int passed = 0; frame.activity() == Activity.Ready.READY; passed++) {
      State state = machine.state(frame.visit().state());
      if (!turn.mayBegin(frame)) {
        turn.step(frame, state.type(), StepStatus.PENDING, Step.Result.NONE);
        return frame;
      }
      if (passed == MAX_PURE_STEPS) {
        String cause =
            MAX_PURE_STEPS + " states were passed without a Task or Wait: is this a loop?";
        return recoveries.fail(frame, state, Failure.of(ErrorName.RUNTIME, cause));
      }
      turn.countEntry();
      frame = begin(frame, machine, state);
    }
    return frame;
  }

  private Frame begin(Frame frame, Machine machine, State state) {
    return guarded(
        frame,
        state,
        () ->
            isWanted(frame, state)
                ? enter(frame, machine, state)
                : skip(frame, state, frame.visit().input()));
  }

  private boolean isWanted(Frame frame, State state) {
    return state.header().when().isEmpty()
        || frame.visit().attempt() > 1
        || data(frame, state).holds(state.header().when().get());
  }

  private Frame enter(Frame frame, Machine machine, State state) {
    return switch (state) {
      case State.Pass pass -> pass(frame, pass);
      case State.Choice choice -> choose(frame, choice);
      case State.Succeed succeed -> leave(frame, succeed, passedOn(frame, succeed));
      case State.Fail fail -> fail(frame, fail);
      case State.Wait wait -> sleep(frame, wait);
      case State.Task task -> call(frame, task);
      case State.Human human -> ask(frame, human);
      case State.Parallel parallel -> forks.begin(frame, machine, parallel);
      case State.MapEach map -> forks.begin(frame, machine, map);
      case State.Graph graph -> forks.begin(frame, machine, graph);
    };
  }

  /** An error in a state's data is an error of the state. */
  Frame guarded(Frame frame, State state, Supplier<Frame> work) {
    try {
      return work.get();
    } catch (DataException e) {
      return recoveries.recover(
          frame, state, Failure.of(e.error(), String.valueOf(e.getMessage())));
    }
  }

  private Frame pass(Frame frame, State.Pass pass) {
    Data data = data(frame, pass);
    return leave(
        frame,
        pass,
        pass.result()
            .map(result -> Shapes.result(pass.header().shaping(), data, result))
            .orElseGet(() -> Shapes.passOn(pass.header().shaping(), data)));
  }

  private Frame choose(Frame frame, State.Choice choice) {
    Data data = data(frame, choice);
    Data selected = data.at(Shapes.input(choice.header().shaping(), data));
    for (State.Choice.Rule rule : choice.rules()) {
      if (selected.holds(rule.when())) {
        return leave(
            frame,
            choice,
            Shapes.chosen(choice.header().shaping(), rule.assign(), rule.output(), data),
            Optional.of(rule.next()));
      }
    }
    if (choice.otherwise().isEmpty()) {
      throw new DataException(
          ErrorName.NO_CHOICE_MATCHED,
          "no rule of '%s' holds and there is no Default".formatted(choice.name()));
    }
    return leave(frame, choice, Shapes.passOn(choice.header().shaping(), data), choice.otherwise());
  }

  private Frame fail(Frame frame, State.Fail fail) {
    Data data = data(frame, fail);
    Optional<String> error = fail.error().map(template -> text(data, template, "Error"));
    Optional<String> cause = fail.cause().map(template -> text(data, template, "Cause"));
    return recoveries.fail(frame, fail, new Failure(error, cause));
  }

  private Frame sleep(Frame frame, State.Wait wait) {
    Data data = data(frame, wait);
    Data selected = data.at(Shapes.input(wait.header().shaping(), data));
    return switch (wait.until()) {
      case State.Wait.Until.Seconds until -> {
        Duration seconds = Numbers.seconds(selected, until.seconds(), "Seconds");
        yield turn.block(frame, wait.type(), new Activity.Sleeping(turn.now.plus(seconds)));
      }
      case State.Wait.Until.Timestamp until -> {
        Instant time = timestamp(selected, until.timestamp());
        yield turn.block(frame, wait.type(), new Activity.Sleeping(time));
      }
      case State.Wait.Until.Event until -> {
        String name = eventName(selected, until.name());
        Optional<Instant> end =
            until.timeout().map(t -> turn.now.plus(Numbers.seconds(selected, t, "TimeoutSeconds")));
        yield listen(frame, wait, new Activity.Listening(name, end, turn.seq));
      }
    };
  }

  /** An event that came before anyone waited for it is taken at once. */
  private Frame listen(Frame frame, State.Wait wait, Activity.Listening listening) {
    for (Fact.EventArrived event : turn.events) {
      if (event.name().equals(listening.event())) {
        List<Fact.EventArrived> rest = new ArrayList<>(turn.events);
        rest.remove(event);
        turn.events = List.copyOf(rest);
        return complete(frame, wait, event.payload());
      }
    }
    return turn.block(frame, wait.type(), listening);
  }

  private Frame call(Frame frame, State.Task task) {
    Data data = turn.taskData(frame);
    Command.Call call =
        new Command.Call(
            task.resource(),
            Shapes.input(task.header().shaping(), data),
            Numbers.deadline(data, task.deadlines().timeout(), "TimeoutSeconds"),
            Numbers.deadline(data, task.deadlines().heartbeat(), "HeartbeatSeconds"),
            turn.tokenFor(task.resource(), frame));
    Command.RunTask command = new Command.RunTask(frame.step(), frame.visit().attempt(), call);
    return turn.block(frame, task.type(), new Activity.Working(command));
  }

  private Frame ask(Frame frame, State.Human human) {
    Data data = data(frame, human);
    Json input = Shapes.input(human.header().shaping(), data);
    String title = human.desk().title().map(t -> text(data, t, "Title")).orElse(human.name());
    Json assignees =
        human.desk().assignees().map(t -> data.value(t, "Assignees")).orElse(JsonArray.EMPTY);
    Optional<Instant> until =
        Numbers.deadline(data, human.deadlines().timeout(), "TimeoutSeconds").map(turn.now::plus);
    return turn.block(
        frame,
        human.type(),
        new Activity.AtDesk(
            new Command.OpenHumanTask(frame.step(), human.name(), title, assignees, input), until));
  }

  /** The result of a state has come. */
  Frame complete(Frame frame, State state, Json raw) {
    return complete(frame, state, raw, state.header().next());
  }

  Frame complete(Frame frame, State state, Json raw, Optional<String> next) {
    return guarded(
        frame,
        state,
        () -> {
          Limits.checked(raw, "the result of the state");
          Data data = data(frame, state);
          return leave(frame, state, Shapes.result(state.header().shaping(), data, raw), next);
        });
  }

  /** A state that was waited at and has no result of its own is over. */
  Frame wakeUp(Frame frame, State state) {
    return guarded(frame, state, () -> leave(frame, state, passedOn(frame, state)));
  }

  /** The event that a state waited for did not come in time. */
  Frame waitedInVain(Frame frame, State.Wait wait, String event) {
    turn.commands.add(new Command.Abandon(frame.step()));
    Failure failure = Failure.of(ErrorName.TIMEOUT, "no event '%s' came".formatted(event));
    Optional<String> next =
        wait.until() instanceof State.Wait.Until.Event until
            ? until.timeoutNext()
            : Optional.empty();
    if (next.isEmpty()) {
      return recoveries.fail(frame, wait, failure);
    }
    turn.step(frame, wait.type(), StepStatus.FAILED, Step.Result.of(failure));
    return follow(frame, frame.visit().input(), next);
  }

  /** A step that ends without having done its work. */
  Frame skip(Frame frame, State state, Json output) {
    turn.step(frame, state.type(), StepStatus.SKIPPED, Step.Result.of(output, Map.of()));
    return follow(frame, output, state.header().next());
  }

  private Shapes.Shaped passedOn(Frame frame, State state) {
    return Shapes.passOn(state.header().shaping(), data(frame, state));
  }

  private Frame leave(Frame frame, State state, Shapes.Shaped shaped) {
    return leave(frame, state, shaped, state.header().next());
  }

  private Frame leave(Frame frame, State state, Shapes.Shaped shaped, Optional<String> next) {
    Frame left = recoveries.assign(frame, shaped.assigned());
    turn.step(
        frame,
        state.type(),
        StepStatus.SUCCEEDED,
        Step.Result.of(shaped.output(), shaped.assigned()));
    return follow(left, shaped.output(), next);
  }

  private Frame follow(Frame frame, Json output, Optional<String> next) {
    return next.map(state -> frame.goTo(state, output, turn.now))
        .orElseGet(() -> frame.with(new Activity.Ended(new Outcome.Succeeded(output))));
  }

  Frame recover(Frame frame, State state, Failure failure) {
    return recoveries.recover(frame, state, failure);
  }

  private Data data(Frame frame, State state) {
    return turn.data(frame, state.type());
  }

  private static String text(Data data, Template template, String field) {
    return data.field(template, field).asText();
  }

  /** A name that is computed has the limits of one that is written down. */
  private static String eventName(Data data, Template template) {
    String name = text(data, template, "Event");
    Optional<String> problem = NameLimit.EVENT.problem(name);
    if (problem.isPresent()) {
      throw new DataException(
          template instanceof Template.Expression ? ErrorName.QUERY_EVALUATION : ErrorName.RUNTIME,
          problem.get());
    }
    return name;
  }

  private static Instant timestamp(Data data, Template template) {
    Json value = data.field(template, "Timestamp");
    return Timestamps.parse(value.asText())
        .orElseThrow(
            () ->
                new DataException(
                    template instanceof Template.Expression
                        ? ErrorName.QUERY_EVALUATION
                        : ErrorName.RUNTIME,
                    "Timestamp must be like 2026-01-31T09:30:00Z but is " + value));
  }
}
