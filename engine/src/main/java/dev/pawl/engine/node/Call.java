package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.store.Awaited;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a Task under way: first in the hands of a handler on this node, and then perhaps in
 * those of someone who will answer by letter. Guarded by the lock of its execution.
 */
final class Call {

  final Command.OfStep command;
  final Attempt attempt;
  private final Optional<Instant> timeout;
  private final Optional<Duration> heartbeat;
  private Optional<Instant> beatBy;
  @Nullable Thread thread;

  private Call(
      Command.OfStep command,
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

  static Call of(Command.RunTask task, Instant now) {
    Command.Call call = task.call();
    return new Call(
        task,
        Attempt.of(task),
        call.timeout().map(now::plus),
        call.heartbeat(),
        call.heartbeat().map(now::plus));
  }

  /** A call that was made before its execution came into this memory. */
  static Call of(Command.RunTask task, Awaited awaited) {
    return new Call(
        task, Attempt.of(task), awaited.timeout(), task.call().heartbeat(), awaited.heartbeat());
  }

  /** Reading items or writing results: it takes as long as it takes. */
  static Call of(Command.OfStep command, int attempt) {
    return new Call(
        command,
        new Attempt(command.step(), attempt),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  void beat(Instant now) {
    beatBy = heartbeat.map(now::plus);
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
    return new Awaited(attempt.step(), attempt.number(), timeout, beatBy);
  }

  void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
