package dev.pawl.server;

import dev.pawl.postgres.database.Database;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a server is started.
 *
 * @param data the folder of its own things, and of its own PostgreSQL unless there is another
 * @param database a PostgreSQL that is there
 * @param host the address it listens on
 * @param port 0 for any that is free
 * @param isBehindProxy whether clients reach it by TLS, through a proxy
 */
public record ServerSettings(
    Path data, Optional<Database> database, String host, int port, boolean isBehindProxy) {

  public ServerSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("a port is a number from 0 to 65535, not " + port);
    }
    if (!isBehindProxy && !isOfThisMachine(host)) {
      throw new IllegalArgumentException(
          "on %s, keys would cross the network in the clear: let a proxy with TLS stand before the server and say so (--behind-proxy), or listen on 127.0.0.1"
              .formatted(host));
    }
  }

  private static boolean isOfThisMachine(String host) {
    try {
      return InetAddress.getByName(host).isLoopbackAddress();
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("there is no address '" + host + "' to listen on", e);
    }
  }

  public static ServerSettings in(Path data) {
    return new ServerSettings(data, Optional.empty(), "127.0.0.1", 8_080, false);
  }

  public ServerSettings withPort(int newPort) {
    return new ServerSettings(data, database, host, newPort, isBehindProxy);
  }

  /** For all addresses of that host, behind a proxy that does TLS. */
  public ServerSettings behindProxy(String newHost) {
    return new ServerSettings(data, database, newHost, port, true);
  }

  public ServerSettings withDatabase(Database newDatabase) {
    return new ServerSettings(data, Optional.of(newDatabase), host, port, isBehindProxy);
  }
}
