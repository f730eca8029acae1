package dev.pawl.engine.node;

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

  /** In the hands of a handler on this node. */
  private final Map<Attempt, Call> running = new HashMap<>(4);

  /** In the hands of someone who will answer by letter, or offered to whoever will. */
  private final Map<Attempt, Call> awaited = new HashMap<>(0);

  boolean isRunning() {
    return !running.isEmpty();
  }

  boolean isAwaited(Attempt attempt) {
    return awaited.containsKey(attempt);
  }

  boolean isOffered(Attempt attempt) {
    Call call = awaited.get(attempt);
    return call != null && call.isOffered();
  }

  /** Whether the call is to be made: not if it has been. */
  boolean begin(Call call) {
    return !awaited.containsKey(call.attempt) && running.putIfAbsent(call.attempt, call) == null;
  }

  void await(Call call) {
    awaited.put(call.attempt, call);
  }

  boolean end(Call call) {
    return running.remove(call.attempt, call);
  }

  /** Forgets the call whose outcome is known, wherever that came from. */
  Optional<Call> settle(Fact fact) {
    if (awaited.isEmpty()) {
      return Optional.empty();
    }
    Optional<Attempt> attempt = Attempt.of(fact);
    return attempt
        .map(awaited::remove)
        .or(() -> attempt.map(Attempt::ofReading).map(awaited::remove));
  }

  /** Nobody wants the outcome any more; false if there was none to come. */
  boolean drop(Call call) {
    boolean known = awaited.remove(call.attempt, call) | running.remove(call.attempt, call);
    call.interrupt();
    return known;
  }

  /** Nobody wants an outcome of that step any more. */
  List<Call> drop(StepId step) {
    if (running.isEmpty() && awaited.isEmpty()) {
      return List.of();
    }
    List<Call> unwanted = new ArrayList<>();
    running.values().stream()
        .filter(call -> call.attempt.step().equals(step))
        .forEach(unwanted::add);
    awaited.values().stream()
        .filter(call -> call.attempt.step().equals(step))
        .forEach(unwanted::add);
    unwanted.forEach(this::drop);
    return unwanted;
  }

  Optional<Call> find(Attempt attempt) {
    return Optional.ofNullable(running.getOrDefault(attempt, awaited.get(attempt)));
  }

  /**
   * What has to be applied if a call has taken too long.
   *
   * @param inTime hears of a call that has not: heartbeats give it more time, and set no alarm
   */
  Optional<Incoming> look(Attempt attempt, Instant now, Consumer<Call> inTime) {
    Optional<Call> call = find(attempt);
    Optional<Incoming> late = call.flatMap(open -> lateness(open, now));
    if (late.isEmpty()) {
      call.ifPresent(inTime);
    }
    return late;
  }

  private static Optional<Incoming> lateness(Call call, Instant now) {
    if (call.hasTimedOut(now)) {
      return Optional.of(new Incoming.Late(call, ErrorName.TIMEOUT));
    }
    return call.hasMissedBeat(now)
        ? Optional.of(new Incoming.Late(call, ErrorName.HEARTBEAT_TIMEOUT))
        : Optional.empty();
  }

  List<Call> offered() {
    return awaited.values().stream().filter(Call::isOffered).toList();
  }

  List<Awaited> awaited() {
    return awaited.values().stream().map(Call::awaited).toList();
  }

  /** Calls that need not be made again: offers are made again, and those that are there stay. */
  List<Awaited> answeredByLetter() {
    return awaited().stream().filter(call -> !call.offered()).toList();
  }

  void interruptAll() {
    running.values().forEach(Call::interrupt);
  }

  /** The calls that were made before the execution came into this memory. */
  static List<Call> made(List<Awaited> calls, List<Command> outstanding) {
    Map<Attempt, Awaited> made = new HashMap<>();
    calls.forEach(call -> made.put(new Attempt(call.step(), call.attempt()), call));
    List<Call> found = new ArrayList<>();
    for (Command command : made.isEmpty() ? List.<Command>of() : outstanding) {
      if (command instanceof Command.Work work) {
        Awaited awaited = made.get(Attempt.of(work));
        if (awaited != null) {
          found.add(Call.of(work, awaited));
        }
      }
    }
    return found;
  }
}
