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

  private static final int MAX_NAME = 200;
  private static final int MAX_CAUSE = 1_000;

  private final NewFailures failures;
  private final FailureAdder adder;
  private final FailedStates states;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile Instant asOf = Instant.EPOCH;
  private volatile long caughtUpAt = System.nanoTime() - FRESH.toNanos();

  FailureCollector(NewFailures failures, FailureAdder adder, FailedStates states) {
    this.failures = failures;
    this.adder = adder;
    this.states = states;
  }

  /**
   * Adds what failed up to now, unless that was done a moment ago; returns the time up to which
   * failures are included.
   */
  Instant catchUp() {
    long deadline = System.nanoTime() + MAX_WAIT.toNanos();
    lock.lock();
    try {
      if (System.nanoTime() - caughtUpAt >= FRESH.toNanos()) {
        collect(() -> System.nanoTime() - deadline >= 0);
      }
      return asOf;
    } finally {
      lock.unlock();
    }
  }

  /** Adds what failed, unless another node did a moment ago. */
  void collectInBackground(BooleanSupplier isOver) {
    if (failures.isFresh(FRESH)) {
      return;
    }
    lock.lock();
    try {
      collect(isOver);
    } finally {
      lock.unlock();
    }
  }

  private void collect(BooleanSupplier isOver) {
    NewFailures.Batch batch;
    do {
      batch = failures.next();
      adder.add(classified(batch.failures()));
      failures.caughtUp(batch);
      asOf = batch.endedFrom();
    } while (!batch.isLast() && !isOver.getAsBoolean());
    if (batch.isLast()) {
      caughtUpAt = System.nanoTime();
    }
  }

  private List<ClassifiedFailure> classified(List<FailedExecution> found) {
    Map<TenantId, List<FailedExecution>> byTenant = new HashMap<>();
    found.forEach(one -> byTenant.computeIfAbsent(one.tenant(), any -> new ArrayList<>()).add(one));
    List<ClassifiedFailure> classified = new ArrayList<>();
    byTenant.forEach(
        (tenant, failed) -> {
          Map<ExecutionId, String> known = states.of(tenant, failed);
          failed.forEach(
              one ->
                  classified.add(classify(one, known.getOrDefault(new ExecutionId(one.id()), ""))));
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
