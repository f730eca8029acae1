package dev.pawl.postgres.claim;

import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.desk.Desk;
import dev.pawl.postgres.desk.News;
import dev.pawl.postgres.desk.OfferNews;
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
 * Hears what other nodes say. A word is only a hint: whoever misses it finds the rows at the next
 * look.
 */
public final class Listener implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Listener.class.getName());

  /** What is said when a limit was set or removed. */
  private static final String LIMITS = "limits";

  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private final Connections connections;
  private final News news;
  private final OfferNews offerNews;
  private final Runnable limitsChanged;
  private final String node;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable Connection current;

  /**
   * @param limitsChanged called when somebody has set or removed a limit
   */
  public Listener(Connections connections, Desk desk, OfferNews offerNews, Runnable limitsChanged) {
    this.limitsChanged = limitsChanged;
    this.connections = connections;
    this.news = desk.news();
    this.offerNews = offerNews;
    this.node = Integer.toString(desk.node());
    this.thread = Thread.ofPlatform().daemon().name("pawl-listener-" + node).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  private void run() {
    while (!closed) {
      try (Connection connection = connections.listening()) {
        current = connection;
        listen(connection);
      } catch (SQLException lost) {
        if (!closed) {
          LOG.log(Level.DEBUG, "Not listening for a moment", lost);
        }
      }
      pause();
    }
  }

  private void listen(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("listen pawl");
      statement.execute("listen " + OfferNews.CHANNEL);
    }
    // What was said before nobody heard.
    news.tell();
    offerNews.tellAll();
    PGConnection heard = connection.unwrap(PGConnection.class);
    while (!closed) {
      PGNotification[] words = heard.getNotifications((int) SILENCE.toMillis());
      if (words.length == 0) {
        // A connection that died without a sound would stay so.
        if (!connection.isValid((int) PATIENCE.toSeconds())) {
          return;
        }
      } else if (isForUs(words)) {
        if (Arrays.stream(words).anyMatch(word -> word.getParameter().equals(LIMITS))) {
          limitsChanged.run();
        }
        news.tell();
      }
    }
  }

  private boolean isForUs(PGNotification[] words) {
    boolean any = false;
    for (PGNotification word : words) {
      String to = word.getParameter();
      if (word.getName().equals(OfferNews.CHANNEL)) {
        offerNews.tell(to);
      } else {
        any |= to.isEmpty() || to.equals(node) || to.equals(LIMITS);
      }
    }
    return any;
  }

  private void pause() {
    if (!closed) {
      try {
        Thread.sleep(PATIENCE);
      } catch (InterruptedException closing) {
        Thread.currentThread().interrupt();
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    thread.interrupt();
    Connection open = current;
    if (open != null) {
      try {
        // Not close(): it would wait for the lock that the listening thread holds.
        open.abort(Runnable::run);
      } catch (SQLException alreadyGone) {
        // That is what we want.
      }
    }
  }
}
