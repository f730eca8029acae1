package dev.pawl.postgres.membership;

import dev.pawl.postgres.connection.Connections;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Announces offers once they are written: to subscribers of this node at once, to other nodes by a
 * separate notification. PostgreSQL serializes the commits of transactions that notify until they
 * are flushed to disk, so a notification in the writing transaction would prevent group commit. A
 * lost notification delays a waiting worker by about a second.
 */
public final class OfferNotifier implements AutoCloseable {

  private static final Logger LOG = System.getLogger(OfferNotifier.class.getName());

  // Need not survive a crash of the server: the listening connections would not either.
  private static final String NOTIFY =
      """
      select pg_notify('%s', u.word), set_config('synchronous_commit', 'off', true)
        from unnest(?::text[]) u (word)
      """
          .formatted(OfferSignals.CHANNEL);

  /** The interval within which notifications of one resource are merged. */
  private static final Duration MERGE_INTERVAL = Duration.ofMillis(10);

  private final Connections connections;
  private final OfferSignals offerSignals;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition pendingAdded = lock.newCondition();
  private final Set<String> pending = new LinkedHashSet<>();
  private final Thread thread;

  public OfferNotifier(Connections connections, OfferSignals offerSignals, int node) {
    this.connections = connections;
    this.offerSignals = offerSignals;
    this.thread = Thread.ofPlatform().daemon().name("pawl-notifier-" + node).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** Announces new offers with these payloads. */
  public void announce(Collection<String> payloads) {
    if (payloads.isEmpty()) {
      return;
    }
    payloads.forEach(offerSignals::wake);
    lock.lock();
    try {
      pending.addAll(payloads);
      pendingAdded.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      while (true) {
        send(takePending());
        Thread.sleep(MERGE_INTERVAL);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> takePending() throws InterruptedException {
    lock.lock();
    try {
      while (pending.isEmpty()) {
        pendingAdded.await();
      }
      List<String> next = List.copyOf(pending);
      pending.clear();
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void send(List<String> next) {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(NOTIFY)) {
      statement.setArray(1, connection.createArrayOf("text", next.toArray()));
      statement.execute();
    } catch (SQLException failed) {
      LOG.log(
          Level.DEBUG,
          "Other nodes were not notified of offers; they find them when they poll",
          failed);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
