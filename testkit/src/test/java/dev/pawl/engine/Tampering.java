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

/** Executions made wrong on purpose: what planted defects do to them. */
public final class Tampering {

  private Tampering() {}

  public static Execution withStatus(Execution e, Status status) {
    return new Execution(e.origin(), e.seq(), status, e.root(), e.saga(), e.events(), e.ending());
  }

  /** As if it had not ended. */
  public static Execution revived(Execution e) {
    return new Execution(
        e.origin(),
        e.seq(),
        Status.RUNNING,
        e.root(),
        e.saga().stopped(),
        e.events(),
        Optional.empty());
  }

  public static Execution withoutEvents(Execution e) {
    return new Execution(
        e.origin(), e.seq(), e.status(), e.root(), e.saga(), List.of(), e.ending());
  }

  public static Execution withRoot(Execution e, UnaryOperator<Frame> change) {
    return new Execution(
        e.origin(), e.seq(), e.status(), e.root().map(change), e.saga(), e.events(), e.ending());
  }

  /** The order in which steps completed is lost. */
  public static Execution withUnorderedSaga(Execution e) {
    if (e.saga().isUndoing() || e.saga().done().size() < 2) {
      return e;
    }
    List<Saga.Done> sorted = new ArrayList<>(e.saga().done());
    sorted.sort(Comparator.comparing((Saga.Done done) -> done.step().toString()).reversed());
    return withSaga(e, sorted);
  }

  /** A completed step is forgotten. */
  public static Execution withShortSaga(Execution e) {
    if (e.saga().isUndoing() || e.saga().done().size() < 2) {
      return e;
    }
    return withSaga(e, e.saga().done().subList(1, e.saga().done().size()));
  }

  private static Execution withSaga(Execution e, List<Saga.Done> done) {
    ChunkedList<Saga.Done> list = ChunkedList.empty();
    for (Saga.Done step : done) {
      list = list.plus(step, 1);
    }
    Saga s = e.saga();
    Saga saga = new Saga(list, s.undoing(), s.left(), s.frame(), s.resumes());
    return new Execution(e.origin(), e.seq(), e.status(), e.root(), saga, e.events(), e.ending());
  }

  /** Every retry counter is zero again. */
  public static Frame withFreshRetries(Frame frame) {
    Frame.Visit v = frame.visit();
    Frame.Visit fresh =
        new Frame.Visit(v.number(), v.state(), v.input(), v.enteredAt(), v.attempt(), List.of());
    return inside(
        new Frame(frame.id(), frame.scope(), frame.visits(), fresh, frame.activity()),
        Tampering::withFreshRetries);
  }

  /** Visits begin again with that number. */
  public static Frame withVisits(Frame frame, int visits) {
    Frame.Visit v = frame.visit();
    Frame.Visit again =
        new Frame.Visit(visits, v.state(), v.input(), v.enteredAt(), v.attempt(), v.retries());
    return new Frame(frame.id(), frame.scope(), visits, again, frame.activity());
  }

  /** Any number of items may run. */
  public static Frame unlimited(Frame frame) {
    return withFork(
        frame,
        fork ->
            fork.plan() instanceof Fork.Plan.Items plan
                ? fork.with(
                    new Fork.Plan.Items(plan.items(), plan.reading(), 0, plan.tolerated()),
                    fork.slots())
                : fork,
        Tampering::unlimited);
  }

  /** Two children that have ended change places. */
  public static Frame withChildrenSwapped(Frame frame) {
    return withFork(
        frame,
        fork -> {
          if (fork.slots().size() < 2
              || fork.plan() == Fork.Plan.Nodes.NODES
              || Children.outcome(fork.slots().get(0)).isEmpty()
              || Children.outcome(fork.slots().get(1)).isEmpty()) {
            return fork;
          }
          Fork.Slot first = fork.slots().get(0);
          Fork.Slot second = fork.slots().get(1);
          return fork.with(0, second, fork.tally()).with(1, first, fork.tally());
        },
        Tampering::withChildrenSwapped);
  }

  /** What one child assigned, the next one has too. */
  public static Frame withLeakingVariables(Frame frame) {
    return withFork(
        frame,
        fork -> {
          Map<String, Json> leaked = new HashMap<>();
          Fork changed = fork;
          for (int i = 0; i < fork.slots().size(); i++) {
            if (fork.slots().get(i) instanceof Fork.Slot.Local(Frame child)) {
              Map<String, Json> own = new HashMap<>(child.scope().own());
              own.putAll(leaked);
              leaked.putAll(child.scope().own());
              changed =
                  changed.with(i, new Fork.Slot.Local(child.withVariables(own)), fork.tally());
            }
          }
          return changed;
        },
        Tampering::withLeakingVariables);
  }

  /** Everybody sleeps for a second less. */
  public static Frame withShortSleep(Frame frame) {
    if (frame.activity() instanceof Activity.Sleeping(Instant until)) {
      return frame.with(new Activity.Sleeping(until.minusSeconds(1)));
    }
    return inside(frame, Tampering::withShortSleep);
  }

  /** The step of a frame that a handler is at work for, if there is one. */
  public static Optional<Command.RunTask> underWay(Execution e) {
    return Outstanding.of(e).stream()
        .filter(Command.RunTask.class::isInstance)
        .map(Command.RunTask.class::cast)
        .findFirst();
  }

  private static Frame withFork(
      Frame frame, UnaryOperator<Fork> change, UnaryOperator<Frame> children) {
    Frame deep = inside(frame, children);
    return deep.activity() instanceof Activity.Forked(Fork fork)
        ? deep.with(new Activity.Forked(change.apply(fork)))
        : deep;
  }

  private static Frame inside(Frame frame, UnaryOperator<Frame> change) {
    if (!(frame.activity() instanceof Activity.Forked(Fork fork))) {
      return frame;
    }
    Fork changed = fork;
    for (int i = 0; i < fork.slots().size(); i++) {
      if (fork.slots().get(i) instanceof Fork.Slot.Local(Frame child)) {
        changed = changed.with(i, new Fork.Slot.Local(change.apply(child)), fork.tally());
      }
    }
    return frame.with(new Activity.Forked(changed));
  }
}
