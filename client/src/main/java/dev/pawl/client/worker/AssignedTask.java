package dev.pawl.client.worker;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A leased task of this worker, from its poll until its outcome is delivered or its lease is void.
 */
final class AssignedTask implements CallServices {

  private static final int MAX_DETAILS_CHARACTERS = 10_000;
  private static final int MAX_EFFECTS = 20;

  private final PolledTask task;
  private final Duration interval;
  private final List<Json> effects = new ArrayList<>(0);
  private final AtomicReference<@Nullable Json> details = new AtomicReference<>();
  private volatile long lastBeat = System.nanoTime();
  private volatile boolean isLeased = true;
  private boolean isSettled;
  private @Nullable Thread thread;

  /**
   * Creates a task whose heartbeat interval is a third of the lease, or of the step's heartbeat
   * timeout if that is shorter, so that two heartbeats may be lost.
   */
  AssignedTask(PolledTask task, Duration lease) {
    this.task = task;
    Duration limit = task.heartbeat().filter(beat -> beat.compareTo(lease) < 0).orElse(lease);
    this.interval = limit.dividedBy(3);
  }

  PolledTask task() {
    return task;
  }

  String token() {
    return task.token();
  }

  HandlerCall call() {
    return new HandlerCall(
        task.resource(),
        task.input(),
        task.config(),
        task.idempotencyKey(),
        task.attempt(),
        task.timeoutAt().map(end -> Duration.between(Instant.now(), end)),
        task.taskToken(),
        new CallOrigin(0, task.flow(), task.execution(), task.step(), Optional.empty()),
        this);
  }

  /** Does nothing: the worker sends heartbeats by itself, whether the handler calls this or not. */
  @Override
  public void heartbeat() {}

  /** Stores details that the next heartbeat sends along. */
  @Override
  public void progress(Json newDetails) {
    int length = newDetails.toString().length();
    if (length > MAX_DETAILS_CHARACTERS) {
      throw new IllegalArgumentException(
          "details: %d characters are above the maximum of %d"
              .formatted(length, MAX_DETAILS_CHARACTERS));
    }
    details.set(newDetails);
  }

  /** Stores an effect that the outcome sends along; those beyond the maximum are dropped. */
  @Override
  public void recordEffect(ExternalEffect effect) {
    JsonObject item =
        JsonObject.of("kind", Json.of(effect.kind()))
            .with("target", Json.of(effect.target()))
            .with("key", Json.of(effect.key()))
            .with("summary", Json.of(effect.summary()))
            .with("at", Json.of(Instant.now().toString()));
    synchronized (effects) {
      if (effects.size() < MAX_EFFECTS) {
        effects.add(item);
      }
    }
  }

  /** Returns the outcome of this task with the effects of its handler. */
  JsonObject withEffects(JsonObject outcome) {
    synchronized (effects) {
      return effects.isEmpty() ? outcome : outcome.with("effects", JsonArray.of(effects));
    }
  }

  Optional<Json> details() {
    return Optional.ofNullable(details.get());
  }

  void heartbeatSent() {
    lastBeat = System.nanoTime();
  }

  Duration untilHeartbeat() {
    Duration left = interval.minusNanos(System.nanoTime() - lastBeat);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /**
   * Returns true if the heartbeat is due or almost due, so that it can share a request with others.
   */
  boolean isHeartbeatDue() {
    return untilHeartbeat().compareTo(interval.dividedBy(4)) <= 0;
  }

  boolean isLeased() {
    return isLeased;
  }

  /** Marks the lease as void and interrupts the handler, whose outcome the server would refuse. */
  synchronized void loseLease() {
    isLeased = false;
    if (thread != null) {
      thread.interrupt();
    }
  }

  /** Gives up the task; returns false if its outcome is being delivered or its lease is void. */
  synchronized boolean abandon() {
    boolean isOurs = isLeased && !isSettled;
    if (isOurs) {
      loseLease();
    }
    return isOurs;
  }

  /** Registers the current thread as the one to interrupt; returns false if the lease is void. */
  synchronized boolean begin() {
    thread = Thread.currentThread();
    return isLeased;
  }

  /**
   * Unregisters the handler's thread and clears its interrupt flag; no later interrupt reaches it.
   */
  synchronized void end() {
    thread = null;
    Thread.interrupted();
  }

  /** Marks the outcome as being delivered; returns false if the lease is void. */
  synchronized boolean settle() {
    isSettled = true;
    return isLeased;
  }
}
