package dev.pawl.postgres.desk;

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
 * Tells of offers once they are there: those who wait at this node at once, the other nodes by a
 * word of its own. The server lets one transaction after the other say something, each until it is
 * on the disk; were it said in the transaction that makes the offer, no two of those could be
 * written together. A word that is lost costs whoever waits for it a second.
 */
public final class Herald implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Herald.class.getName());

  // What is said need not survive a crash of the server: nobody who hears it would.
  private static final String SAY =
      """
      select pg_notify('%s', u.word), set_config('synchronous_commit', 'off', true)
        from unnest(?::text[]) u (word)
      """
          .formatted(OfferNews.CHANNEL);

  /** In this time all that is made of one resource is one word. */
  private static final Duration BREATH = Duration.ofMillis(10);

  private final Connections connections;
  private final OfferNews news;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition heard = lock.newCondition();
  private final Set<String> words = new LinkedHashSet<>();
  private final Thread thread;

  public Herald(Connections connections, OfferNews news, int node) {
    this.connections = connections;
    this.news = news;
    this.thread = Thread.ofPlatform().daemon().name("pawl-herald-" + node).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** There are offers of these. */
  public void tell(Collection<String> made) {
    if (made.isEmpty()) {
      return;
    }
    made.forEach(news::tell);
    lock.lock();
    try {
      words.addAll(made);
      heard.signal();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    try {
      while (true) {
        say(next());
        Thread.sleep(BREATH);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private List<String> next() throws InterruptedException {
    lock.lock();
    try {
      while (words.isEmpty()) {
        heard.await();
      }
      List<String> next = List.copyOf(words);
      words.clear();
      return next;
    } finally {
      lock.unlock();
    }
  }

  private void say(List<String> next) {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(SAY)) {
      statement.setArray(1, connection.createArrayOf("text", next.toArray()));
      statement.execute();
    } catch (SQLException failed) {
      LOG.log(Level.DEBUG, "The other nodes will find the offers by themselves", failed);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }
}
