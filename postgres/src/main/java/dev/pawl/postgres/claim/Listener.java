package dev.pawl.postgres.claim;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.membership.NodeWakeUp;
import dev.pawl.postgres.membership.OfferSignals;
import dev.pawl.postgres.membership.WriterContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/**
 * Receives notifications from other nodes. A notification is only a hint: if it is lost, the next
 * poll finds the rows.
 */
public final class Listener implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Listener.class.getName());

  /** The payload that announces a new or removed limit. */
  private static final String LIMITS_CHANGED = "limits";

  /** The payload that announces a change of triggers. */
  private static final String CONFIG_CHANGED = "config";

  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);
  private static final Duration IDLE_CHECK_INTERVAL = Duration.ofSeconds(10);

  /**
   * How long the thread listens before it looks whether it is to end. The pool of an application
   * would warn about a connection that was aborted, so that one is returned in order.
   */
  private static final Duration SHARED_LISTEN_TIME = Duration.ofMillis(200);

  private static final Duration MAX_RETURN_WAIT = Duration.ofSeconds(1);

  private final Connections connections;
  private final NodeWakeUp wakeUp;
  private final OfferSignals offerSignals;
  private final Runnable limitsChanged;
  private final Runnable configChanged;
  private final String node;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Connection current;

  /**
   * Creates a listener that has not started.
   *
   * @param limitsChanged called when a limit was set or removed
   * @param configChanged called when triggers were changed
   */
  public Listener(
      Connections connections,
      WriterContext context,
      OfferSignals offerSignals,
      Runnable limitsChanged,
      Runnable configChanged) {
    this.limitsChanged = limitsChanged;
    this.configChanged = configChanged;
    this.connections = connections;
    this.wakeUp = context.wakeUp();
    this.offerSignals = offerSignals;
    this.node = Integer.toString(context.node());
    this.thread = Thread.ofPlatform().daemon().name("pawl-listener-" + node).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (Connection connection = connections.openListening()) {
        current = connection;
        listen(connection);
      } catch (SQLException | UnavailableException lost) {
        // Those who are woken read too, so they may find out first.
        if (!closed) {
          LOG.log(
              Level.DEBUG, "The connection for notifications was lost; it is opened again", lost);
        }
      }
      awaitRetry();
    }
  }

  private void listen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen pawl");
      statement.execute("listen " + OfferSignals.CHANNEL);
    }
    // Notifications that were sent before this point are lost.
    wakeUp.signal();
    offerSignals.wakeAll();
    PGConnection pgConnection = connection.unwrap(PGConnection.class);
    Duration listenTime = connections.areShared() ? SHARED_LISTEN_TIME : IDLE_CHECK_INTERVAL;
    Duration idle = Duration.ZERO;
    while (!closed) {
      PGNotification[] notifications = pgConnection.getNotifications((int) listenTime.toMillis());
      idle = notifications.length == 0 ? idle.plus(listenTime) : Duration.ZERO;
      if (idle.compareTo(IDLE_CHECK_INTERVAL) >= 0) {
        // A connection that is broken without an error would otherwise go unnoticed.
        if (!connection.isValid((int) RETRY_DELAY.toSeconds())) {
          return;
        }
        idle = Duration.ZERO;
      } else {
        if (has(notifications, CONFIG_CHANGED)) {
          configChanged.run();
        }
        if (dispatch(notifications)) {
          if (has(notifications, LIMITS_CHANGED)) {
            limitsChanged.run();
          }
          wakeUp.signal();
        }
      }
    }
    // The connection may return to the pool of an application.
    try (Statement statement = connection.createStatement()) {
      statement.execute("unlisten *");
    }
  }

  private static boolean has(PGNotification[] notifications, String payload) {
    return Arrays.stream(notifications)
        .anyMatch(notification -> notification.getParameter().equals(payload));
  }

  private boolean dispatch(PGNotification[] notifications) {
    boolean concernsNode = false;
    for (PGNotification notification : notifications) {
      String payload = notification.getParameter();
      if (notification.getName().equals(OfferSignals.CHANNEL)) {
        offerSignals.wake(payload);
      } else {
        concernsNode |= payload.isEmpty() || payload.equals(node) || payload.equals(LIMITS_CHANGED);
      }
    }
    return concernsNode;
  }

  private void awaitRetry() {
    if (!closed) {
      try {
        Thread.sleep(RETRY_DELAY);
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    if (connections.areShared() && hasReturned()) {
      return;
    }
    thread.interrupt();
    Connection open = current;
    if (open != null) {
      try {
        // Not close(): it would wait for the lock that the listening thread holds.
        open.abort(Runnable::run);
      } catch (SQLException alreadyGone) {
        // The connection is closed either way.
      }
    }
  }

  /** Waits until the thread has returned its connection; false if it does not in time. */
  private boolean hasReturned() {
    try {
      return !thread.isAlive() || thread.join(MAX_RETURN_WAIT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
