package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds an unused port outside the ephemeral range of the system: while the server is down, a
 * client that connects to an ephemeral port may be assigned that very port.
 */
public final class FreePort {

  private static final int MIN_PORT = 15_000;
  private static final int END_OF_PORTS = 32_000;
  private static final int MAX_ATTEMPTS = 100;

  private FreePort() {}

  /** Returns a port that was free at the time of the call. */
  public static int find() {
    for (int i = 0; i < MAX_ATTEMPTS; i++) {
      int port = ThreadLocalRandom.current().nextInt(MIN_PORT, END_OF_PORTS);
      if (isFree(port)) {
        return port;
      }
    }
    throw new EmbeddedPostgresException(
        "found no free port from %d to %d in %d attempts"
            .formatted(MIN_PORT, END_OF_PORTS - 1, MAX_ATTEMPTS));
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
