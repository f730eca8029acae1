package dev.pawl.server;

import dev.pawl.postgres.database.Database;
import java.nio.file.Path;
import java.util.Optional;

/**
 * How a server is started.
 *
 * @param data the folder of its own things, and of its own PostgreSQL unless there is another
 * @param database a PostgreSQL that is there
 * @param host the address it listens on
 * @param port 0 for any that is free
 */
public record ServerSettings(Path data, Optional<Database> database, String host, int port) {

  public ServerSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("a port is a number from 0 to 65535, not " + port);
    }
  }

  public static ServerSettings in(Path data) {
    return new ServerSettings(data, Optional.empty(), "127.0.0.1", 8_080);
  }

  public ServerSettings withPort(int newPort) {
    return new ServerSettings(data, database, host, newPort);
  }

  public ServerSettings withDatabase(Database newDatabase) {
    return new ServerSettings(data, Optional.of(newDatabase), host, port);
  }
}
