package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a step under way: first in the hands of a handler on this node, and then perhaps in
 * those of someone who will answer by letter. Guarded by the lock of its execution.
 */
final class Call {

  /** How a call comes back. */
  sealed interface Return {

    record Answered(Fact fact) implements Return {}

    /** The handler gave up because it was interrupted: its own doing, unless we did that. */
    record Interrupted(Fact fact) implements Return {}

    /** The handler has done its part; the answer will come by letter. */
    enum HandedOver implements Return {
      HANDED_OVER
    }

    /** Nobody here serves the resource any more. */
    enum Unserved implements Return {
      UNSERVED
    }
  }

  final Command.Work command;
  final Attempt attempt;
  private final Optional<Instant> timeout;
  private final Optional<Duration> heartbeat;
  private Optional<Instant> beatBy;
  private boolean isOffered;
  @Nullable Thread thread;

  private Call(
      Command.Work command,
      Attempt attempt,
      Optional<Instant> timeout,
      Optional<Duration> heartbeat,
      Optional<Instant> beatBy) {
    this.command = command;
    this.attempt = attempt;
    this.timeout = timeout;
    this.heartbeat = heartbeat;
    this.beatBy = beatBy;
  }

  static Call of(Command.Work work, Instant now) {
    Optional<Duration> heartbeat = work.call().heartbeat();
    return new Call(
        work,
        Attempt.of(work),
        work.call().timeout().map(now::plus),
        heartbeat,
        heartbeat.map(now::plus));
  }

  /** A call that was made before its execution came into this memory. */
  static Call of(Command.Work work, Awaited awaited) {
    Call call =
        new Call(
            work,
            Attempt.of(work),
            awaited.timeout(),
            work.call().heartbeat(),
            awaited.heartbeat());
    call.isOffered = awaited.offered();
    return call;
  }

  /** It waits for someone who can do it, and signs of life are due only when someone does. */
  Offer offered(Card card) {
    isOffered = true;
    beatBy = Optional.empty();
    Command.Call call = command.call();
    return new Offer(
        offer(card.key()),
        call.resource(),
        card.tags().priority(),
        card.version().flow(),
        call.input().toString().getBytes(StandardCharsets.UTF_8),
        timeout,
        heartbeat,
        call.token());
  }

  boolean isOffered() {
    return isOffered;
  }

  Offer.Key offer(ExecutionKey execution) {
    return new Offer.Key(execution, attempt.step(), attempt.number());
  }

  /** Says whether signs of life are due from now on that were not before. */
  boolean beat(Instant now) {
    boolean isFirst = beatBy.isEmpty() && heartbeat.isPresent();
    beatBy = heartbeat.map(now::plus);
    return isFirst;
  }

  boolean hasTimedOut(Instant now) {
    return timeout.filter(at -> !at.isAfter(now)).isPresent();
  }

  boolean hasMissedBeat(Instant now) {
    return beatBy.filter(at -> !at.isAfter(now)).isPresent();
  }

  /** When to look at it next. */
  Optional<Instant> deadline() {
    if (timeout.isEmpty() || beatBy.isEmpty()) {
      return timeout.or(() -> beatBy);
    }
    return timeout.get().isBefore(beatBy.get()) ? timeout : beatBy;
  }

  Awaited awaited() {
    return new Awaited(attempt.step(), attempt.number(), isOffered, timeout, beatBy);
  }

  Fact failed(Throwable trouble, Timeline time) {
    return Calls.meant(command, Calls.failed(attempt.step(), command.attempt(), trouble, time));
  }

  void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
