package dev.pawl.engine;

import dev.pawl.model.ErrorName;
import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.sdk.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** Applies one fact to an execution. */
final class FactApplication {

  private final Flow flow;
  private final Execution before;
  private final Fact fact;
  private final AdvanceContext turn;
  private final Transitions visits;
  private final OperatorActions interventions;
  private final Compensations compensations;
  private final EndTask endTask;

  private Optional<Frame> root;
  private Optional<Execution.Ending> ending;

  FactApplication(Flow flow, Execution before, RecordedFact recorded) {
    this.flow = flow;
    this.before = before;
    this.fact = recorded.fact();
    this.turn = new AdvanceContext(flow, before, recorded);
    this.visits = new Transitions(turn);
    this.interventions = new OperatorActions(turn, visits);
    this.compensations = new Compensations(flow, turn);
    this.endTask = new EndTask(flow, visits, before.endTask());
    this.root = before.root();
    this.ending = before.ending();
  }

  AdvanceResult apply() {
    if (before.status().isTerminal()) {
      turn.ignore("the execution has ended");
    } else if (root.isEmpty() != fact instanceof Fact.Started) {
      turn.ignore(root.isEmpty() ? "the execution has not started" : "it has started already");
    } else {
      dispatch();
      settle();
    }
    return new AdvanceResult(after(), turn.commands(), turn.steps, turn.ignored);
  }

  private void dispatch() {
    switch (fact) {
      case Fact.Started started -> start(started);
      case Fact.TaskSucceeded done -> toStep(done.step(), (f, m) -> succeeded(f, m, done));
      case Fact.TaskFailed failed -> toStep(failed.step(), (f, m) -> failed(f, m, failed));
      case Fact.ItemsRead read ->
          toStep(read.step(), (f, m) -> visits.forks().itemsRead(f, m, read));
      case Fact.ChildEnded child -> toStep(child.step(), (f, m) -> childEnded(f, m, child));
      case Fact.TimerFired timer -> timer(timer);
      case Fact.EventArrived event -> event(event);
      case Fact.HumanActed acted ->
          toStep(acted.step(), (f, m) -> interventions.acted(f, m, acted));
      case Fact.Cancelled cancelled -> cancel(cancelled);
      case Fact.QueueTimedOut timedOut -> queueTimedOut();
      case Fact.Paused paused -> pause();
      case Fact.Resumed resumed -> resume();
      case Fact.Skipped skipped ->
          toStep(skipped.step(), (f, m) -> interventions.skip(f, m, skipped.output()));
      case Fact.Rewound rewound ->
          toFrame(
              rewound.frame(),
              (f, m) -> interventions.rewind(f, m, rewound.to(), rewound.compensate()));
    }
  }

  private void start(Fact.Started started) {
    turn.origin =
        new Execution.Origin(
            turn.origin.id(),
            started.semantics(),
            turn.chanceOf,
            started.flow(),
            started.name(),
            started.input(),
            turn.now,
            flow.timeout().map(started.continued().map(Fact.Continued::at).orElse(turn.now)::plus));
    turn.status = Lifecycle.move(turn.status, Status.RUNNING);
    turn.origin
        .deadline()
        .ifPresent(at -> turn.commands.add(new Command.SetTimer(StepId.EXECUTION, 0, at)));
    Frame.FrameVariables scope = new Frame.FrameVariables(Map.of(), Map.of(), started.context());
    root =
        Optional.of(
            visits.run(
                Frame.create(
                    FrameId.ROOT, scope, flow.machine().startAt(), started.input(), turn.now),
                flow.machine()));
  }

  // ---- finding the frame a fact is about -------------------------------------------------------

  private void toStep(StepId step, BiFunction<Frame, Machine, Frame> change) {
    if (step.frame().equals(FrameId.COMPENSATION) && turn.saga.isUndoing()) {
      compensations.apply(fact);
      return;
    }
    BiFunction<Frame, Machine, Frame> changeAtStep =
        (frame, machine) -> {
          if (frame.isEnded() || frame.visit().number() != step.visit()) {
            turn.ignore("the frame is no longer at this step");
            return frame;
          }
          return change.apply(frame, machine);
        };
    if (step.frame().equals(FrameId.END) && endTask.hasBegun()) {
      endTask.change(ending, (frame, machine) -> descend(frame, machine, List.of(), changeAtStep));
    } else {
      toFrame(step.frame(), changeAtStep);
    }
  }

  private void toFrame(FrameId id, BiFunction<Frame, Machine, Frame> change) {
    if (ending.isPresent()) {
      turn.ignore("the execution is ending");
      return;
    }
    root = root.map(frame -> descend(frame, flow.machine(), id.hops(), change));
  }

  private Frame descend(
      Frame frame,
      Machine machine,
      List<FrameId.Hop> hops,
      BiFunction<Frame, Machine, Frame> change) {
    if (hops.isEmpty()) {
      Frame changed = change.apply(frame, machine);
      return turn.ignored.isPresent() ? frame : visits.run(changed, machine);
    }
    FrameId.Hop hop = hops.getFirst();
    if (frame.activity() instanceof Activity.Forked(ForkState fork)
        && frame.visit().number() == hop.visit()) {
      State state = machine.state(frame.visit().state());
      int index = ForkChildren.index(state, fork, hop.child());
      if (index >= 0 && fork.slots().get(index) instanceof ForkState.Slot.Local(Frame child)) {
        Machine inner = ForkChildren.machine(state, index);
        Frame changed = descend(child, inner, hops.subList(1, hops.size()), change);
        return turn.ignored.isPresent()
            ? frame
            : visits.run(
                visits
                    .forks()
                    .childChanged(frame, machine, index, new ForkState.Slot.Local(changed)),
                machine);
      }
    }
    turn.ignore("the frame has ended");
    return frame;
  }

  // ---- outcomes --------------------------------------------------------------------------------

  private Frame succeeded(Frame frame, Machine machine, Fact.TaskSucceeded done) {
    if (!isAwaited(frame, done.attempt())) {
      return ignoreLate(frame);
    }
    State state = machine.state(frame.visit().state());
    if (state instanceof State.Task task && task.compensation().isPresent()) {
      Compensations.remember(turn, frame, task, effectiveInput(frame), done.output());
    }
    return visits.complete(frame, state, done.output());
  }

  private Frame failed(Frame frame, Machine machine, Fact.TaskFailed failed) {
    boolean reading =
        frame.activity() instanceof Activity.Forked(ForkState fork)
            && fork.plan() instanceof ForkState.Plan.Items items
            && items.reading().isPresent()
            && frame.visit().attempt() == failed.attempt();
    if (!reading && !isAwaited(frame, failed.attempt())) {
      return ignoreLate(frame);
    }
    State state = machine.state(frame.visit().state());
    if (reading) {
      return visits.forks().readingFailed(frame, state, failed.failure());
    }
    Frame after = visits.recover(frame, state, failed.failure());
    boolean over = !(after.activity() instanceof Activity.BackingOff);
    if (over
        && state instanceof State.Task task
        && task.compensation().filter(c -> c.whenFailed()).isPresent()) {
      Compensations.remember(turn, frame, task, effectiveInput(frame), failed.failure().toJson());
    }
    return after;
  }

  private static boolean isAwaited(Frame frame, int attempt) {
    return frame.activity() instanceof Activity.Working && frame.visit().attempt() == attempt;
  }

  private Frame ignoreLate(Frame frame) {
    turn.ignore("this attempt is no longer awaited");
    return frame;
  }

  private static Json effectiveInput(Frame frame) {
    return frame.activity() instanceof Activity.Working(Command.RunTask task)
        ? task.call().input()
        : frame.visit().input();
  }

  private Frame childEnded(Frame frame, Machine machine, Fact.ChildEnded child) {
    if (frame.activity() instanceof Activity.Forked(ForkState fork)
        && child.index() >= 0
        && child.index() < fork.slots().size()
        && fork.slots().get(child.index()) instanceof ForkState.Slot.Remote) {
      return visits
          .forks()
          .childChanged(
              frame, machine, child.index(), new ForkState.Slot.RemoteEnded(child.outcome()));
    }
    return ignoreLate(frame);
  }

  private void timer(Fact.TimerFired timer) {
    if (timer.step().equals(StepId.EXECUTION)) {
      if (ending.isPresent() || flow.timeout().isEmpty()) {
        turn.ignore(ending.isPresent() ? "the execution is ending" : "there is no such timer");
      } else {
        String cause = "the execution took longer than " + flow.timeout().get();
        end(Status.TIMED_OUT, Failure.of(ErrorName.TIMEOUT, cause), true);
      }
      return;
    }
    toStep(timer.step(), (frame, machine) -> timer(frame, machine, timer));
  }

  private Frame timer(Frame frame, Machine machine, Fact.TimerFired timer) {
    State state = machine.state(frame.visit().state());
    if (frame.visit().attempt() != timer.attempt()) {
      return ignoreLate(frame);
    }
    return switch (frame.activity()) {
      case Activity.Sleeping sleeping -> visits.wakeUp(frame, state);
      case Activity.BackingOff delay -> frame.with(Activity.Ready.READY);
      case Activity.Listening listening when listening.until().isPresent() ->
          visits.waitTimedOut(frame, (State.Wait) state, listening.event());
      case Activity.AwaitingPerson humanTask when humanTask.until().isPresent() -> {
        turn.commands.add(new Command.Abandon(frame.step()));
        Failure failure =
            Failure.of(ErrorName.TIMEOUT, "nobody acted on '%s'".formatted(state.name()));
        yield visits.recover(frame, state, failure);
      }
      default -> ignoreLate(frame);
    };
  }

  // ---- events and people -----------------------------------------------------------------------

  private void event(Fact.EventArrived event) {
    Optional<StepId> waiting =
        ending.isPresent() ? Optional.empty() : root.flatMap(f -> Listeners.first(f, event.name()));
    if (waiting.isPresent()) {
      toStep(
          waiting.get(), (f, m) -> visits.complete(f, m.state(f.visit().state()), event.payload()));
    } else if (turn.events.size() >= Execution.MAX_EVENTS) {
      turn.ignore(Execution.MAX_EVENTS + " events are kept already and none is waited for");
    } else {
      List<Fact.EventArrived> kept = new ArrayList<>(turn.events);
      kept.add(event);
      turn.events = List.copyOf(kept);
    }
  }

  // ---- operators -------------------------------------------------------------------------------

  private void cancel(Fact.Cancelled cancelled) {
    if (endTask.hasBegun()) {
      endTask.cancel(ending, cancelled.reason());
      return;
    }
    if (ending.isPresent() && cancelled.compensate()) {
      turn.ignore("the execution is ending, with compensation");
      return;
    }
    if (!cancelled.compensate()) {
      compensations.stop();
    }
    end(Status.CANCELLED, Failure.of("Cancelled", cancelled.reason()), cancelled.compensate());
  }

  private void queueTimedOut() {
    if (ending.isPresent()) {
      turn.ignore("the execution is ending");
    } else {
      String cause = "no concurrency permit was free within the queueTimeout of the limit";
      end(Status.TIMED_OUT, Failure.of(ErrorName.QUEUE_TIMEOUT, cause), false);
    }
  }

  private void pause() {
    if (turn.status == Status.PAUSED) {
      turn.ignore("the execution is paused already");
    } else {
      turn.status = Lifecycle.move(turn.status, Status.PAUSED);
    }
  }

  private void resume() {
    if (turn.status != Status.PAUSED) {
      turn.ignore("the execution is not paused");
      return;
    }
    turn.status = Lifecycle.move(turn.status, Status.RUNNING);
    turn.commands.addAll(OutstandingCommands.of(after()));
    if (ending.isEmpty()) {
      root = root.map(frame -> interventions.resume(frame, flow.machine()));
    }
    endTask.change(ending, interventions::resume);
    compensations.run();
  }

  private Execution after() {
    return new Execution(
        turn.origin, turn.seq, turn.status, root, turn.saga, turn.events, ending, endTask.frame());
  }

  // ---- the end ---------------------------------------------------------------------------------

  private void end(Status status, Failure failure, boolean compensate) {
    if (ending.isEmpty()) {
      root.ifPresent(frame -> visits.forks().cancel(frame, flow.machine(), StepStatus.CANCELLED));
    }
    ending = Optional.of(new Execution.Ending(status, Optional.empty(), Optional.of(failure)));
    if (compensate) {
      turn.saga = turn.saga.undoAll();
    }
  }

  /** Completes the application: ends the execution, or continues its compensation. */
  private void settle() {
    if (ending.isEmpty() && turn.isExhausted()) {
      String cause = AdvanceContext.MAX_ENTRIES + " states were entered at one go: is this a loop?";
      end(Status.FAILED, Failure.of(ErrorName.RUNTIME, cause), true);
    }
    if (ending.isEmpty()
        && root.orElseThrow().activity() instanceof Activity.Ended(Outcome outcome)) {
      switch (outcome) {
        case Outcome.Succeeded done ->
            ending =
                Optional.of(
                    new Execution.Ending(
                        Status.SUCCEEDED, Optional.of(done.output()), Optional.empty()));
        case Outcome.Failed failed -> end(Status.FAILED, failed.failure(), true);
      }
    }
    compensations.run();
    if (turn.saga.isUndoing()) {
      return;
    }
    if (ending.isPresent()) {
      // An execution that never got its permit never works, not even at its end.
      if (!(fact instanceof Fact.QueueTimedOut)) {
        endTask.begin(ending.get(), turn::launchContext, turn.now);
      }
      if (endTask.isOpen()) {
        return;
      }
      turn.status = Lifecycle.move(turn.status, ending.get().status());
      turn.commands.add(
          new Command.Finish(turn.status, ending.get().output(), ending.get().failure()));
    } else if (turn.saga.resumes().isPresent()) {
      FrameId resumes = turn.saga.resumes().get();
      turn.saga = turn.saga.stopped();
      root = root.map(frame -> descend(frame, flow.machine(), resumes.hops(), (f, m) -> f));
      turn.ignored = Optional.empty(); // the frame may no longer exist, but the fact had an effect
      settle();
    }
  }
}
