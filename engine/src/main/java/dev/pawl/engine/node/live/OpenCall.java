package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.Awaited;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Offer;
import dev.pawl.model.ErrorName;
import dev.pawl.sdk.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt of a step without an outcome: being made by a handler on this node, offered to others,
 * or to be answered by message. Guarded by the lock of its execution.
 */
public final class OpenCall {

  private final Command.Work command;
  final AttemptKey attempt;
  private Optional<Duration> timeLimit;
  private Optional<Instant> timeout;
  private final Optional<Duration> heartbeat;
  private Optional<Instant> heartbeatBy;
  private boolean isOffered;
  private volatile boolean wasTimedOut;
  private volatile Optional<String> probed = Optional.empty();
  @Nullable Thread thread;

  private OpenCall(
      Command.Work command,
      AttemptKey attempt,
      Optional<Instant> timeout,
      Optional<Duration> heartbeat,
      Optional<Instant> heartbeatBy) {
    this.command = command;
    this.attempt = attempt;
    this.timeLimit = command.call().timeout();
    this.timeout = timeout;
    this.heartbeat = heartbeat;
    this.heartbeatBy = heartbeatBy;
  }

  /** Creates a call whose timeout and heartbeat start now. */
  static OpenCall of(Command.Work work, Timeline clock) {
    Optional<Duration> heartbeat = work.call().heartbeat();
    return new OpenCall(
        work,
        AttemptKey.of(work),
        work.call().timeout().map(limit -> clock.now().plus(limit)),
        heartbeat,
        heartbeat.map(interval -> clock.now().plus(interval)));
  }

  /** Restores a call that was made before its execution was loaded. */
  static OpenCall of(Command.Work work, Awaited awaited) {
    OpenCall call =
        new OpenCall(
            work,
            AttemptKey.of(work),
            awaited.timeout(),
            work.call().heartbeat(),
            awaited.heartbeat());
    call.isOffered = awaited.offered();
    return call;
  }

  /** Returns the work that is to be done. */
  public Command.Work command() {
    return command;
  }

  /** Turns the call into an offer; heartbeats are due only after a worker has taken it. */
  Offer toOffer(ExecutionMetadata info) {
    isOffered = true;
    heartbeatBy = Optional.empty();
    Command.Call call = command.call();
    return new Offer(
        offerKey(info.key()),
        call.resource(),
        info.tags().priority(),
        info.version().flow(),
        call.input().toUtf8(),
        call.config().map(Json::toUtf8),
        timeout,
        heartbeat,
        call.token());
  }

  boolean isOffered() {
    return isOffered;
  }

  Offer.Key offerKey(ExecutionKey execution) {
    return new Offer.Key(execution, attempt.step(), attempt.number());
  }

  /**
   * Extends the heartbeat deadline.
   *
   * @return true if there was no deadline before, so that it has to be watched now
   */
  boolean heartbeat(Instant now) {
    boolean isFirst = heartbeatBy.isEmpty() && heartbeat.isPresent();
    heartbeatBy = heartbeat.map(now::plus);
    return isFirst;
  }

  /** Limits the time of a call whose state sets no limit. */
  void limit(Duration limit, Instant now) {
    timeLimit = Optional.of(limit);
    timeout = Optional.of(now.plus(limit));
  }

  /** Returns the limit that a call exceeds when it fails with a timeout. */
  Duration exceededLimit(String error) {
    return (error.equals(ErrorName.TIMEOUT) ? timeLimit : heartbeat).orElse(Duration.ZERO);
  }

  boolean hasTimedOut(Instant now) {
    return timeout.filter(at -> !at.isAfter(now)).isPresent();
  }

  boolean hasMissedHeartbeat(Instant now) {
    return heartbeatBy.filter(at -> !at.isAfter(now)).isPresent();
  }

  /** Returns the earlier of timeout and heartbeat deadline. */
  Optional<Instant> deadline() {
    if (timeout.isEmpty() || heartbeatBy.isEmpty()) {
      return timeout.or(() -> heartbeatBy);
    }
    return timeout.get().isBefore(heartbeatBy.get()) ? timeout : heartbeatBy;
  }

  Awaited toAwaited() {
    return new Awaited(attempt.step(), attempt.number(), isOffered, timeout, heartbeatBy);
  }

  /** Returns the outcome of a call that ended with an exception. */
  public Fact failed(Throwable cause, Timeline time) {
    return HandlerInvocations.interpret(
        command, HandlerInvocations.failed(attempt.step(), command.attempt(), cause, time));
  }

  /** Marks the call as a probe of a downstream: its failure or timeout uses no attempt. */
  public void probe(String downstream) {
    probed = Optional.of(downstream);
  }

  /** Returns the downstream that the call probes; empty for other calls. */
  Optional<String> probed() {
    return probed;
  }

  /** Records that the call is interrupted because of its timeout. */
  void timedOut() {
    wasTimedOut = true;
  }

  /** Returns true if the call was interrupted because of its timeout. */
  public boolean wasTimedOut() {
    return wasTimedOut;
  }

  void interrupt() {
    if (thread != null) {
      thread.interrupt();
    }
  }
}
