package dev.pawl.engine;

import dev.pawl.engine.data.DataException;
import dev.pawl.engine.data.DataShaping;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.data.Numbers;
import dev.pawl.engine.data.StateData;
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
 * Transitions of a frame: entering a state, waiting there for a fact, leaving it. Every method
 * takes a frame and returns the changed frame.
 */
final class Transitions {

  /** The maximum number of states that a frame may pass without waiting. */
  static final int MAX_PURE_STEPS = 100_000;

  private final AdvanceContext turn;
  private final Forks forks;
  private final ErrorHandling recoveries;

  Transitions(AdvanceContext turn) {
    this.turn = turn;
    this.forks = new Forks(turn, this);
    this.recoveries = new ErrorHandling(turn);
  }

  Forks forks() {
    return forks;
  }

  /** Advances a frame until it waits or ends. */
  Frame run(Frame frame, Machine machine) {
    for (int passed = 0; frame.activity() == Activity.Ready.READY; passed++) {
      State state = machine.state(frame.visit().state());
      if (!turn.mayBegin(frame)) {
        turn.step(frame, state.kind(), StepStatus.PENDING, StepChange.Result.NONE);
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
            isConditionMet(frame, state)
                ? enter(frame, machine, state)
                : skip(frame, state, frame.visit().input()));
  }

  private boolean isConditionMet(Frame frame, State state) {
    return state.header().when().isEmpty()
        || frame.visit().attempt() > 1
        || data(frame, state).holds(state.header().when().get());
  }

  private Frame enter(Frame frame, Machine machine, State state) {
    return switch (state) {
      case State.Pass pass -> pass(frame, pass);
      case State.Choice choice -> choose(frame, choice);
      case State.Succeed succeed -> leave(frame, succeed, passOutput(frame, succeed));
      case State.Fail fail -> fail(frame, fail);
      case State.Wait wait -> sleep(frame, wait);
      case State.Task task -> call(frame, task);
      case State.Human human -> ask(frame, human);
      case State.Parallel parallel -> forks.begin(frame, machine, parallel);
      case State.MapEach map -> forks.begin(frame, machine, map);
      case State.Graph graph -> forks.begin(frame, machine, graph);
    };
  }

  /** Runs work on a state's data and turns a {@link DataException} into an error of the state. */
  Frame guarded(Frame frame, State state, Supplier<Frame> work) {
    try {
      return work.get();
    } catch (DataException e) {
      return recoveries.recover(
          frame, state, Failure.of(e.error(), String.valueOf(e.getMessage())));
    }
  }

  private Frame pass(Frame frame, State.Pass pass) {
    StateData data = data(frame, pass);
    return leave(
        frame,
        pass,
        pass.result()
            .map(result -> DataShaping.result(pass.header().shaping(), data, result))
            .orElseGet(() -> DataShaping.passOn(pass.header().shaping(), data)));
  }

  private Frame choose(Frame frame, State.Choice choice) {
    StateData data = data(frame, choice);
    StateData selected = data.at(DataShaping.input(choice.header().shaping(), data));
    for (State.Choice.Rule rule : choice.rules()) {
      if (selected.holds(rule.when())) {
        return leave(
            frame,
            choice,
            DataShaping.chosen(choice.header().shaping(), rule.assign(), rule.output(), data),
            Optional.of(rule.next()));
      }
    }
    if (choice.otherwise().isEmpty()) {
      throw new DataException(
          ErrorName.NO_CHOICE_MATCHED,
          "no rule of '%s' holds and there is no Default".formatted(choice.name()));
    }
    return leave(
        frame, choice, DataShaping.passOn(choice.header().shaping(), data), choice.otherwise());
  }

  private Frame fail(Frame frame, State.Fail fail) {
    StateData data = data(frame, fail);
    Optional<String> error = fail.error().map(template -> text(data, template, "Error"));
    Optional<String> cause = fail.cause().map(template -> text(data, template, "Cause"));
    return recoveries.fail(frame, fail, new Failure(error, cause));
  }

  private Frame sleep(Frame frame, State.Wait wait) {
    StateData data = data(frame, wait);
    StateData selected = data.at(DataShaping.input(wait.header().shaping(), data));
    return switch (wait.until()) {
      case State.Wait.Until.Seconds until -> {
        Duration seconds = Numbers.seconds(selected, until.seconds(), "Seconds");
        yield turn.block(frame, wait.kind(), new Activity.Sleeping(turn.now.plus(seconds)));
      }
      case State.Wait.Until.Timestamp until -> {
        Instant time = timestamp(selected, until.timestamp());
        yield turn.block(frame, wait.kind(), new Activity.Sleeping(time));
      }
      case State.Wait.Until.Event until -> {
        String name = eventName(selected, until.name());
        Optional<Instant> end =
            until.timeout().map(t -> turn.now.plus(Numbers.seconds(selected, t, "TimeoutSeconds")));
        yield listen(frame, wait, new Activity.Listening(name, end, turn.seq));
      }
    };
  }

  /** Takes an event that arrived before at once, or starts to wait for it. */
  private Frame listen(Frame frame, State.Wait wait, Activity.Listening listening) {
    for (Fact.EventArrived event : turn.events) {
      if (event.name().equals(listening.event())) {
        List<Fact.EventArrived> rest = new ArrayList<>(turn.events);
        rest.remove(event);
        turn.events = List.copyOf(rest);
        return complete(frame, wait, event.payload());
      }
    }
    return turn.block(frame, wait.kind(), listening);
  }

  private Frame call(Frame frame, State.Task task) {
    StateData data = turn.taskData(frame);
    Command.Call call =
        new Command.Call(
            task.resource(),
            DataShaping.input(task.header().shaping(), data),
            task.config().map(it -> DataShaping.config(it, task.header().shaping(), data)),
            Numbers.deadline(data, task.deadlines().timeout(), "TimeoutSeconds"),
            Numbers.deadline(data, task.deadlines().heartbeat(), "HeartbeatSeconds"),
            turn.tokenFor(task.resource(), frame));
    Command.RunTask command = new Command.RunTask(frame.step(), frame.visit().attempt(), call);
    return turn.block(frame, task.kind(), new Activity.Working(command));
  }

  private Frame ask(Frame frame, State.Human human) {
    StateData data = data(frame, human);
    Json input = DataShaping.input(human.header().shaping(), data);
    String title = human.humanTask().title().map(t -> text(data, t, "Title")).orElse(human.name());
    Json assignees =
        human.humanTask().assignees().map(t -> data.value(t, "Assignees")).orElse(JsonArray.EMPTY);
    Optional<Instant> until =
        Numbers.deadline(data, human.deadlines().timeout(), "TimeoutSeconds").map(turn.now::plus);
    return turn.block(
        frame,
        human.kind(),
        new Activity.AwaitingPerson(
            new Command.OpenHumanTask(frame.step(), human.name(), title, assignees, input), until));
  }

  /** Completes a state with its result. */
  Frame complete(Frame frame, State state, Json raw) {
    return complete(frame, state, raw, state.header().next());
  }

  Frame complete(Frame frame, State state, Json raw, Optional<String> next) {
    return guarded(
        frame,
        state,
        () -> {
          Limits.checked(raw, "the result of the state");
          StateData data = data(frame, state);
          return leave(frame, state, DataShaping.result(state.header().shaping(), data, raw), next);
        });
  }

  /** Completes a wait, which has no result of its own. */
  Frame wakeUp(Frame frame, State state) {
    return guarded(frame, state, () -> leave(frame, state, passOutput(frame, state)));
  }

  /** Ends the wait for an event by its timeout. */
  Frame waitTimedOut(Frame frame, State.Wait wait, String event) {
    turn.commands.add(new Command.Abandon(frame.step()));
    Failure failure = Failure.of(ErrorName.TIMEOUT, "no event '%s' came".formatted(event));
    Optional<String> next =
        wait.until() instanceof State.Wait.Until.Event until
            ? until.timeoutNext()
            : Optional.empty();
    if (next.isEmpty()) {
      return recoveries.fail(frame, wait, failure);
    }
    turn.step(frame, wait.kind(), StepStatus.FAILED, StepChange.Result.of(failure));
    return follow(frame, frame.visit().input(), next);
  }

  /** Ends a step without its work. */
  Frame skip(Frame frame, State state, Json output) {
    turn.step(frame, state.kind(), StepStatus.SKIPPED, StepChange.Result.of(output, Map.of()));
    return follow(frame, output, state.header().next());
  }

  private DataShaping.Shaped passOutput(Frame frame, State state) {
    return DataShaping.passOn(state.header().shaping(), data(frame, state));
  }

  private Frame leave(Frame frame, State state, DataShaping.Shaped shaped) {
    return leave(frame, state, shaped, state.header().next());
  }

  private Frame leave(Frame frame, State state, DataShaping.Shaped shaped, Optional<String> next) {
    Frame left = recoveries.assign(frame, shaped.assigned());
    turn.step(
        frame,
        state.kind(),
        StepStatus.SUCCEEDED,
        StepChange.Result.of(shaped.output(), shaped.assigned()));
    return follow(left, shaped.output(), next);
  }

  private Frame follow(Frame frame, Json output, Optional<String> next) {
    return next.map(state -> frame.goTo(state, output, turn.now))
        .orElseGet(() -> frame.with(new Activity.Ended(new Outcome.Succeeded(output))));
  }

  Frame recover(Frame frame, State state, Failure failure) {
    return recoveries.recover(frame, state, failure);
  }

  private StateData data(Frame frame, State state) {
    return turn.data(frame, state.kind());
  }

  private static String text(StateData data, Template template, String field) {
    return data.field(template, field).asText();
  }

  /** Applies the limits of names to a computed name. */
  private static String eventName(StateData data, Template template) {
    String name = text(data, template, "Event");
    Optional<String> problem = NameLimit.EVENT.problem(name);
    if (problem.isPresent()) {
      throw new DataException(
          template instanceof Template.Expression ? ErrorName.QUERY_EVALUATION : ErrorName.RUNTIME,
          problem.get());
    }
    return name;
  }

  private static Instant timestamp(StateData data, Template template) {
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
