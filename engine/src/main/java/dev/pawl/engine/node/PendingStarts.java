package dev.pawl.engine.node;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * Starts that are not durable yet. When the store has been out of reach for too long, their callers
 * get an exception instead of waiting on; the commits stay queued and may still become durable, so
 * that repeating a start with the same idempotency key is right and never starts twice.
 */
final class PendingStarts {

  /** New starts are refused until the lease has been renewed, so renewal is tried often. */
  static final Duration MAX_RENEWAL_PAUSE = Duration.ofSeconds(1);

  private final Lease lease;
  private final Residents residents;
  private final Promises promises;
  private final Duration storeWait;

  PendingStarts(Lease lease, Residents residents, Promises promises, Duration storeWait) {
    this.lease = lease;
    this.residents = residents;
    this.promises = promises;
    this.storeWait = storeWait;
  }

  /** Renews the lease; on failure, releases callers that have waited too long. */
  Duration renewLease() {
    try {
      return lease.renew();
    } catch (UnavailableException away) {
      if (lease.isUnreachableFor(storeWait)) {
        UnavailableException unknown = unreachable("whether the execution was started is unknown");
        residents.giveUpWaiting(unknown);
        promises.fail(unknown);
      }
      throw away;
    }
  }

  /**
   * Refuses a new start while the store is known to be away.
   *
   * @throws UnavailableException if the store has been out of reach for too long
   */
  void refuseIfUnreachable() {
    if (lease.isUnreachableFor(storeWait)) {
      throw unreachable("nothing was started");
    }
  }

  /** The outcome of a commit that somebody waits for. */
  CompletableFuture<Written> make() {
    return promises.make();
  }

  /** This life of the node has ended. */
  void fail() {
    promises.fail();
  }

  private UnavailableException unreachable(String consequence) {
    return new UnavailableException(
        "the store has been out of reach for more than %s: %s".formatted(storeWait, consequence));
  }
}
