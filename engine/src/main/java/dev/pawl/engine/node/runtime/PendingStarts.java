package dev.pawl.engine.node.runtime;

import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.UnavailableException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * The starts of an incarnation that are not durable yet. When the store has been out of reach for
 * too long, their callers get an exception. The commits stay queued and may still become durable;
 * repeating a start with the same idempotency key never starts twice.
 */
final class PendingStarts {

  /** Starts are refused until the lease is renewed again, so the renewal is retried often. */
  static final Duration MAX_RENEWAL_PAUSE = Duration.ofSeconds(1);

  private final Lease lease;
  private final NodeExecutions executions;
  private final PendingCommits commits;
  private final Duration storeWait;

  PendingStarts(
      Lease lease, NodeExecutions executions, PendingCommits commits, Duration storeWait) {
    this.lease = lease;
    this.executions = executions;
    this.commits = commits;
    this.storeWait = storeWait;
  }

  /** Renews the lease; on failure, releases callers that have waited too long. */
  Duration renewLease() {
    try {
      return lease.renew();
    } catch (UnavailableException e) {
      if (lease.isUnreachableFor(storeWait)) {
        UnavailableException unknown =
            unreachable("the execution may or may not have been started");
        executions.failFirstCommits(unknown);
        commits.failAll(unknown);
      }
      throw e;
    }
  }

  /**
   * Refuses a start while the store is out of reach.
   *
   * @throws UnavailableException if the store has been out of reach for too long
   */
  void refuseIfUnreachable() {
    if (lease.isUnreachableFor(storeWait)) {
      throw unreachable("nothing was started");
    }
  }

  /** Creates the result of a commit that a caller waits for. */
  CompletableFuture<CommitResult> createCommit() {
    return commits.create();
  }

  /** Fails all callers because the incarnation has ended. */
  void failAll() {
    commits.failAll();
  }

  private UnavailableException unreachable(String consequence) {
    return new UnavailableException(
        "the store has been out of reach for more than %s: %s".formatted(storeWait, consequence));
  }
}
