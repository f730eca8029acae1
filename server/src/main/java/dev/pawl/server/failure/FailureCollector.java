package dev.pawl.server.failure;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.failure.FailedExecution;
import dev.pawl.postgres.failure.FailureAdder;
import dev.pawl.postgres.failure.FailureAdder.ClassifiedFailure;
import dev.pawl.postgres.failure.FamilyKey;
import dev.pawl.postgres.failure.NewFailures;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * Puts failed executions into their families: a while after they ended, and before families are
 * shown. Executions themselves write nothing for it.
 */
final class FailureCollector {

  /** Families are not brought up to date again within this time. */
  private static final Duration FRESH = Duration.ofSeconds(1);

  /** How long a request may collect before it is answered with what there is. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(2);

  private static final Duration MAX_REST = Duration.ofSeconds(30);

  /** The states of this many failures are determined at a time. */
  private static final int MAX_CLASSIFIED_AT_ONCE = 200;

  private static final int MAX_NAME = 200;
  private static final int MAX_CAUSE = 1_000;

  /**
   * The background work rests this many times as long as it took, but for its interval at least.
   */
  private static final int REST_FACTOR = 50;

  private final NewFailures failures;
  private final FailureAdder adder;
  private final FailedStates states;

  /** Held for one batch at a time; fair, so that requests get in between background batches. */
  private final ReentrantLock lock = new ReentrantLock(true);

  private volatile Instant asOf = Instant.EPOCH;
  private volatile long restUntil = System.nanoTime();
  private volatile long caughtUpAt = System.nanoTime() - FRESH.toNanos();

  FailureCollector(NewFailures failures, FailureAdder adder, FailedStates states) {
    this.failures = failures;
    this.adder = adder;
    this.states = states;
  }

  /**
   * Adds what failed up to now, unless that was done a moment ago or takes too long; returns the
   * time up to which failures are included.
   */
  Instant catchUp() {
    return catchUp(FRESH);
  }

  /** Adds what failed up to now, however short ago that was done, unless it takes too long. */
  void catchUpNow() {
    catchUp(Duration.ZERO);
  }

  private Instant catchUp(Duration maxAge) {
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    BooleanSupplier isOver = () -> System.nanoTime() - deadline >= 0;
    boolean isDone = false;
    while (!isDone && !isOver.getAsBoolean() && lockUntil(deadline)) {
      try {
        isDone = System.nanoTime() - caughtUpAt < maxAge.toNanos() || collectBatch(isOver);
      } finally {
        lock.unlock();
      }
    }
    return asOf;
  }

  private boolean lockUntil(long deadline) {
    try {
      return lock.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Adds what failed, unless another node did a moment ago. */
  void collectInBackground(BooleanSupplier isOver) {
    if (System.nanoTime() - restUntil < 0 || failures.isFresh(FRESH)) {
      return;
    }
    long began = System.nanoTime();
    boolean isDone;
    do {
      lock.lock();
      try {
        isDone = collectBatch(isOver);
      } finally {
        lock.unlock();
      }
    } while (!isDone && !isOver.getAsBoolean());
    long now = System.nanoTime();
    restUntil = now + Math.min((now - began) * REST_FACTOR, MAX_REST.toNanos());
  }

  /** Adds the next failures; returns true if there are no more. */
  private boolean collectBatch(BooleanSupplier isOver) {
    NewFailures.Batch batch = failures.next();
    List<ClassifiedFailure> classified = classified(batch.failures(), isOver);
    adder.add(classified);
    if (classified.size() < batch.failures().size()) {
      // The mark stays, so that the next search finds the rest.
      return false;
    }
    failures.caughtUp(batch);
    asOf = batch.endedFrom();
    if (batch.isLast()) {
      caughtUpAt = System.nanoTime();
    }
    return batch.isLast();
  }

  /** Returns failures with their families; some are missing if the time is over before the end. */
  private List<ClassifiedFailure> classified(List<FailedExecution> found, BooleanSupplier isOver) {
    Map<TenantId, List<FailedExecution>> byTenant = new HashMap<>();
    found.forEach(one -> byTenant.computeIfAbsent(one.tenant(), any -> new ArrayList<>()).add(one));
    List<ClassifiedFailure> classified = new ArrayList<>();
    byTenant.forEach(
        (tenant, failed) -> {
          for (int from = 0; from < failed.size(); from += MAX_CLASSIFIED_AT_ONCE) {
            int to = Math.min(from + MAX_CLASSIFIED_AT_ONCE, failed.size());
            List<FailedExecution> some = failed.subList(from, to);
            Optional<Map<ExecutionId, String>> known = states.of(tenant, some, isOver);
            if (known.isEmpty()) {
              return;
            }
            some.forEach(
                one ->
                    classified.add(
                        classify(one, known.get().getOrDefault(new ExecutionId(one.id()), ""))));
          }
        });
    return classified;
  }

  private static ClassifiedFailure classify(FailedExecution failed, String state) {
    FailedExecution bounded =
        new FailedExecution(
            failed.tenant(),
            failed.id(),
            failed.flow(),
            failed.version(),
            failed.endedAt(),
            failed.error(),
            MessagePattern.cut(failed.cause(), MAX_CAUSE));
    return new ClassifiedFailure(
        bounded,
        new FamilyKey(
            failed.flow(),
            MessagePattern.cut(state, MAX_NAME),
            MessagePattern.cut(failed.error(), MAX_NAME),
            MessagePattern.of(failed.cause())));
  }
}
