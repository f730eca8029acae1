package dev.pawl.handlers.socket;

import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closes a connection when a time has passed, whatever the other side sends; a read timeout alone
 * does not end a conversation with a server that sends one byte per second.
 */
public final class ConnectionDeadline implements AutoCloseable {

  private final CountDownLatch done = new CountDownLatch(1);

  private ConnectionDeadline() {}

  /** Starts the time. */
  public static ConnectionDeadline start(Closeable connection, Duration limit) {
    ConnectionDeadline deadline = new ConnectionDeadline();
    Thread.ofVirtual().name("connection-deadline").start(() -> deadline.enforce(connection, limit));
    return deadline;
  }

  private void enforce(Closeable connection, Duration limit) {
    try {
      if (!done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        connection.close();
      }
    } catch (IOException e) {
      // It is unusable, which is the purpose.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the time; the connection stays as it is. */
  @Override
  public void close() {
    done.countDown();
  }
}
