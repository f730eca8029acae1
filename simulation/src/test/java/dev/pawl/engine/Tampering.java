package dev.pawl.engine;

import dev.pawl.sdk.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Corrupts executions for planted defects. */
public final class Tampering {

  private Tampering() {}

  public static Execution withStatus(Execution e, Status status) {
    return new Execution(
        e.origin(), e.seq(), status, e.root(), e.saga(), e.events(), e.ending(), e.endTask());
  }

  /** Returns the execution as if it had not ended. */
  public static Execution revived(Execution e) {
    return new Execution(
        e.origin(),
        e.seq(),
        Status.RUNNING,
        e.root(),
        e.saga().stopped(),
        e.events(),
        Optional.empty(),
        Optional.empty());
  }

  public static Execution withoutEvents(Execution e) {
    return new Execution(
        e.origin(), e.seq(), e.status(), e.root(), e.saga(), List.of(), e.ending(), e.endTask());
  }

  public static Execution withRoot(Execution e, UnaryOperator<Frame> change) {
    return new Execution(
        e.origin(),
        e.seq(),
        e.status(),
        e.root().map(change),
        e.saga(),
        e.events(),
        e.ending(),
        e.endTask());
  }

  /** Loses the completion order of steps. */
  public static Execution withUnorderedSaga(Execution e) {
    if (e.saga().isUndoing() || e.saga().done().size() < 2) {
      return e;
    }
    List<CompensationLog.Done> sorted = new ArrayList<>(e.saga().done());
    sorted.sort(
        Comparator.comparing((CompensationLog.Done done) -> done.step().toString()).reversed());
    return withSaga(e, sorted);
  }

  /** Drops a completed step. */
  public static Execution withShortSaga(Execution e) {
    if (e.saga().isUndoing() || e.saga().done().size() < 2) {
      return e;
    }
    return withSaga(e, e.saga().done().subList(1, e.saga().done().size()));
  }

  private static Execution withSaga(Execution e, List<CompensationLog.Done> done) {
    ChunkedList<CompensationLog.Done> list = ChunkedList.empty();
    for (CompensationLog.Done step : done) {
      list = list.plus(step, 1);
    }
    CompensationLog s = e.saga();
    CompensationLog saga = new CompensationLog(list, s.undoing(), s.left(), s.frame(), s.resumes());
    return new Execution(
        e.origin(), e.seq(), e.status(), e.root(), saga, e.events(), e.ending(), e.endTask());
  }

  /** Resets every retry counter. */
  public static Frame withFreshRetries(Frame frame) {
    Frame.Visit v = frame.visit();
    Frame.Visit fresh =
        new Frame.Visit(v.number(), v.state(), v.input(), v.enteredAt(), v.attempt(), List.of());
    return inside(
        new Frame(frame.id(), frame.scope(), frame.visits(), fresh, frame.activity()),
        Tampering::withFreshRetries);
  }

  /** Sets the visit counter of a frame. */
  public static Frame withVisits(Frame frame, int visits) {
    Frame.Visit v = frame.visit();
    Frame.Visit again =
        new Frame.Visit(visits, v.state(), v.input(), v.enteredAt(), v.attempt(), v.retries());
    return new Frame(frame.id(), frame.scope(), visits, again, frame.activity());
  }

  /** Removes the concurrency limit of a fork. */
  public static Frame unlimited(Frame frame) {
    return withFork(
        frame,
        fork ->
            fork.plan() instanceof ForkState.Plan.Items plan
                ? fork.with(
                    new ForkState.Plan.Items(plan.items(), plan.reading(), 0, plan.tolerated()),
                    fork.slots())
                : fork,
        Tampering::unlimited);
  }

  /** Swaps two ended children. */
  public static Frame withChildrenSwapped(Frame frame) {
    return withFork(
        frame,
        fork -> {
          if (fork.slots().size() < 2
              || fork.plan() == ForkState.Plan.Nodes.NODES
              || ForkChildren.outcome(fork.slots().get(0)).isEmpty()
              || ForkChildren.outcome(fork.slots().get(1)).isEmpty()) {
            return fork;
          }
          ForkState.Slot first = fork.slots().get(0);
          ForkState.Slot second = fork.slots().get(1);
          return fork.with(0, second, fork.tally()).with(1, first, fork.tally());
        },
        Tampering::withChildrenSwapped);
  }

  /** Copies the variables of one child to the next. */
  public static Frame withLeakingVariables(Frame frame) {
    return withFork(
        frame,
        fork -> {
          Map<String, Json> leaked = new HashMap<>();
          ForkState changed = fork;
          for (int i = 0; i < fork.slots().size(); i++) {
            if (fork.slots().get(i) instanceof ForkState.Slot.Local(Frame child)) {
              Map<String, Json> own = new HashMap<>(child.scope().own());
              own.putAll(leaked);
              leaked.putAll(child.scope().own());
              changed =
                  changed.with(i, new ForkState.Slot.Local(child.withVariables(own)), fork.tally());
            }
          }
          return changed;
        },
        Tampering::withLeakingVariables);
  }

  /** Shortens every wait by a second. */
  public static Frame withShortSleep(Frame frame) {
    if (frame.activity() instanceof Activity.Sleeping(Instant until)) {
      return frame.with(new Activity.Sleeping(until.minusSeconds(1)));
    }
    return inside(frame, Tampering::withShortSleep);
  }

  /** Returns a running task of the execution, if any. */
  public static Optional<Command.RunTask> underWay(Execution e) {
    return OutstandingCommands.of(e).stream()
        .filter(Command.RunTask.class::isInstance)
        .map(Command.RunTask.class::cast)
        .findFirst();
  }

  private static Frame withFork(
      Frame frame, UnaryOperator<ForkState> change, UnaryOperator<Frame> children) {
    Frame deep = inside(frame, children);
    return deep.activity() instanceof Activity.Forked(ForkState fork)
        ? deep.with(new Activity.Forked(change.apply(fork)))
        : deep;
  }

  private static Frame inside(Frame frame, UnaryOperator<Frame> change) {
    if (!(frame.activity() instanceof Activity.Forked(ForkState fork))) {
      return frame;
    }
    ForkState changed = fork;
    for (int i = 0; i < fork.slots().size(); i++) {
      if (fork.slots().get(i) instanceof ForkState.Slot.Local(Frame child)) {
        changed = changed.with(i, new ForkState.Slot.Local(change.apply(child)), fork.tally());
      }
    }
    return frame.with(new Activity.Forked(changed));
  }
}
