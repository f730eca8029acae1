package dev.pawl.handlers.socket;

import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Closes a socket when a time has passed, whatever the other side sends; a read timeout alone does
 * not end a conversation with a server that sends one byte per second.
 */
public final class SocketDeadline implements AutoCloseable {

  private final CountDownLatch done = new CountDownLatch(1);

  private SocketDeadline() {}

  /** Starts the time. */
  public static SocketDeadline start(Socket socket, Duration limit) {
    SocketDeadline deadline = new SocketDeadline();
    Thread.ofVirtual().name("socket-deadline").start(() -> deadline.enforce(socket, limit));
    return deadline;
  }

  private void enforce(Socket socket, Duration limit) {
    try {
      if (!done.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        socket.close();
      }
    } catch (IOException e) {
      // The socket is unusable, which is the purpose.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the time; the socket stays as it is. */
  @Override
  public void close() {
    done.countDown();
  }
}
