package dev.pawl.engine.node;

import dev.pawl.engine.node.runtime.Incarnation;
import dev.pawl.engine.node.runtime.NodeServices;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Refuses starts while too many commits are queued or the store is out of reach. */
final class StartAdmission {

  private static final System.Logger LOG = System.getLogger(StartAdmission.class.getName());
  private static final long MIN_NANOS_BETWEEN_WARNINGS = Duration.ofMinutes(1).toNanos();

  private final NodeServices services;
  private final AtomicLong lastWarning;

  StartAdmission(NodeServices services) {
    this.services = services;
    this.lastWarning = new AtomicLong(services.time().nanos() - MIN_NANOS_BETWEEN_WARNINGS - 1);
  }

  /**
   * Checks whether a start is accepted now.
   *
   * @throws BusyException if more commits are queued than the node allows
   * @throws dev.pawl.engine.store.UnavailableException if the store is out of reach
   */
  void check(Incarnation incarnation) {
    incarnation.refuseIfStoreUnreachable();
    int maxQueued = services.options().maxQueued();
    if (incarnation.queuedCommits() > maxQueued) {
      BusyException busy =
          new BusyException(
              "more than %d writes are waiting; try again later".formatted(maxQueued));
      warn(busy, services.metrics().countStartRefused());
      throw busy;
    }
  }

  private void warn(BusyException busy, long refusedStarts) {
    long now = services.time().nanos();
    long last = lastWarning.get();
    if (now - last > MIN_NANOS_BETWEEN_WARNINGS && lastWarning.compareAndSet(last, now)) {
      LOG.log(Level.WARNING, "start refused, number " + refusedStarts + ": " + busy.getMessage());
    }
  }
}
