package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Awaited;
import dev.pawl.model.ErrorName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** The calls of one execution that have no outcome yet. */
final class OpenCalls {

  /** Calls that a handler on this node is making. */
  private final Map<AttemptKey, OpenCall> running = new HashMap<>(4);

  /** Calls that are offered or will be answered by message. */
  private final Map<AttemptKey, OpenCall> awaited = new HashMap<>(0);

  /** Calls that wait for the breaker of their downstream. */
  private final Map<AttemptKey, HeldCall> held = new HashMap<>(0);

  boolean isRunning() {
    return !running.isEmpty();
  }

  boolean isAwaited(AttemptKey attempt) {
    return awaited.containsKey(attempt);
  }

  boolean isOffered(AttemptKey attempt) {
    OpenCall call = awaited.get(attempt);
    return call != null && call.isOffered();
  }

  /** Marks a call as running; returns false if it is running or awaited already. */
  boolean begin(OpenCall call) {
    held.remove(call.attempt);
    return !awaited.containsKey(call.attempt) && running.putIfAbsent(call.attempt, call) == null;
  }

  /** Holds a call, which is neither running nor awaited. */
  void hold(AttemptKey attempt, HeldCall call) {
    held.put(attempt, call);
  }

  Optional<HeldCall> held(AttemptKey attempt) {
    return Optional.ofNullable(held.get(attempt));
  }

  /** Removes and returns a held call. */
  Optional<HeldCall> takeHeld(AttemptKey attempt) {
    return Optional.ofNullable(held.remove(attempt));
  }

  void await(OpenCall call) {
    awaited.put(call.attempt, call);
  }

  /** Ends a running call; returns false if it was dropped before. */
  boolean end(OpenCall call) {
    return running.remove(call.attempt, call);
  }

  /** Removes the awaited call that a fact is the outcome of. */
  Optional<OpenCall> settle(Fact fact) {
    if (awaited.isEmpty() && held.isEmpty()) {
      return Optional.empty();
    }
    Optional<AttemptKey> attempt = AttemptKey.of(fact);
    attempt.ifPresent(held::remove);
    return attempt
        .map(awaited::remove)
        .or(() -> attempt.map(AttemptKey::ofItemReading).map(awaited::remove));
  }

  /** Drops a call and interrupts its handler; returns false if it was not open. */
  boolean drop(OpenCall call) {
    boolean known = awaited.remove(call.attempt, call) | running.remove(call.attempt, call);
    call.interrupt();
    return known;
  }

  /** Drops all calls of a step and returns them. */
  List<OpenCall> drop(StepId step) {
    held.keySet().removeIf(attempt -> attempt.step().equals(step));
    if (running.isEmpty() && awaited.isEmpty()) {
      return List.of();
    }
    List<OpenCall> dropped = new ArrayList<>();
    running.values().stream()
        .filter(call -> call.attempt.step().equals(step))
        .forEach(dropped::add);
    awaited.values().stream()
        .filter(call -> call.attempt.step().equals(step))
        .forEach(dropped::add);
    dropped.forEach(this::drop);
    return dropped;
  }

  Optional<OpenCall> find(AttemptKey attempt) {
    return Optional.ofNullable(running.getOrDefault(attempt, awaited.get(attempt)));
  }

  /**
   * Checks a call whose deadline was due.
   *
   * @param onTime gets the call if heartbeats have extended its deadline
   */
  Optional<ExecutionInput> timeoutOf(AttemptKey attempt, Instant now, Consumer<OpenCall> onTime) {
    Optional<OpenCall> call = find(attempt);
    Optional<ExecutionInput> timedOut = call.flatMap(open -> timeoutOf(open, now));
    if (timedOut.isEmpty()) {
      call.ifPresent(onTime);
    }
    return timedOut;
  }

  private static Optional<ExecutionInput> timeoutOf(OpenCall call, Instant now) {
    if (call.hasTimedOut(now)) {
      return Optional.of(new ExecutionInput.TimedOut(call, ErrorName.TIMEOUT));
    }
    return call.hasMissedHeartbeat(now)
        ? Optional.of(new ExecutionInput.TimedOut(call, ErrorName.HEARTBEAT_TIMEOUT))
        : Optional.empty();
  }

  List<OpenCall> offered() {
    return awaited.values().stream().filter(OpenCall::isOffered).toList();
  }

  List<Awaited> awaited() {
    return awaited.values().stream().map(OpenCall::toAwaited).toList();
  }

  /** Returns the awaited calls that are not offers; an offer is issued again after an incident. */
  List<Awaited> answeredByMessage() {
    return awaited().stream().filter(call -> !call.offered()).toList();
  }

  void interruptAll() {
    running.values().forEach(OpenCall::interrupt);
  }

  /** Restores the calls that were made before the execution was loaded. */
  static List<OpenCall> restored(List<Awaited> calls, List<Command> outstanding) {
    Map<AttemptKey, Awaited> byAttempt = new HashMap<>();
    calls.forEach(call -> byAttempt.put(new AttemptKey(call.step(), call.attempt()), call));
    List<OpenCall> found = new ArrayList<>();
    for (Command command : byAttempt.isEmpty() ? List.<Command>of() : outstanding) {
      if (command instanceof Command.Work work) {
        Awaited awaited = byAttempt.get(AttemptKey.of(work));
        if (awaited != null) {
          found.add(OpenCall.of(work, awaited));
        }
      }
    }
    return found;
  }
}
