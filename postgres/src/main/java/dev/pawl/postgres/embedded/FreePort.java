package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds a port that nobody uses. Not one of those that the system hands to clients: while the
 * server is down, a client knocking at such a port can be given that very port as its own.
 */
public final class FreePort {

  private static final int LOWEST = 15_000;
  private static final int ABOVE_HIGHEST = 32_000;
  private static final int TRIES = 100;

  private FreePort() {}

  /** One that was free just now. */
  public static int find() {
    for (int i = 0; i < TRIES; i++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, ABOVE_HIGHEST);
      if (isFree(port)) {
        return port;
      }
    }
    throw new EmbeddedPostgresException("found no free port");
  }

  static boolean isFree(int port) {
    try (var socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
      return true;
    } catch (IOException taken) {
      return false;
    }
  }
}
