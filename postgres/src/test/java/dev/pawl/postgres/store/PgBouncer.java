package dev.pawl.postgres.store;

import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.FreePort;
import dev.pawl.testkit.Await;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A PgBouncer before a server, in transaction pooling, with few connections for many clients. */
final class PgBouncer implements AutoCloseable {

  // Round robin: settings left on a connection are not found by their session again.
  private static final String SETTINGS =
      """
      [databases]
      * = host=127.0.0.1 port=%1$d

      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = %2$d
      unix_socket_dir =
      pool_mode = transaction
      auth_type = scram-sha-256
      auth_file = %3$s
      max_client_conn = 500
      default_pool_size = 4
      server_round_robin = 1
      server_idle_timeout = 1
      """;

  private static final Duration TO_START = Duration.ofSeconds(30);

  private final Path folder;
  private final Process process;
  private final int server;
  private final int port;

  private PgBouncer(Path folder, Process process, int server, int port) {
    this.folder = folder;
    this.process = process;
    this.server = server;
    this.port = port;
  }

  /** Named by the system property {@code pawl.pgbouncer}, or installed. */
  static Optional<Path> find() {
    String path = System.getenv().getOrDefault("PATH", "") + File.pathSeparator + "/usr/sbin";
    return Stream.concat(
            Stream.ofNullable(System.getProperty("pawl.pgbouncer")),
            Stream.of(path.split(File.pathSeparator)).map(folder -> folder + "/pgbouncer"))
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  static PgBouncer before(Database database, Path program) throws IOException {
    Path folder = Files.createTempDirectory("pawl-pgbouncer");
    // It does not run as root, and its user must be able to read this. The password is of no use
    // to others: the server lives as long as the tests.
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path users = folder.resolve("users.txt");
    Files.writeString(users, "\"%s\" \"%s\"%n".formatted(database.user(), database.password()));
    int server = portOf(database);
    int port = FreePort.find();
    Path settings = folder.resolve("pgbouncer.ini");
    Files.writeString(settings, SETTINGS.formatted(server, port, users));
    List<String> line = new ArrayList<>(List.of(program.toString(), settings.toString()));
    if ((int) Files.getAttribute(folder, "unix:uid") == 0) {
      line.addAll(1, List.of("-u", "nobody"));
    }
    Process process =
        new ProcessBuilder(line)
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("log").toFile())
            .start();
    PgBouncer bouncer = new PgBouncer(folder, process, server, port);
    bouncer.awaitReady(database);
    return bouncer;
  }

  private void awaitReady(Database database) throws IOException {
    try {
      Await.untilSuccess(
          "a connection by PgBouncer",
          TO_START,
          () -> {
            if (!process.isAlive()) {
              throw new AssertionError("PgBouncer has ended");
            }
            instead(database).connect().close();
            return true;
          });
    } catch (AssertionError never) {
      String said = Files.readString(folder.resolve("log"));
      close();
      throw new IllegalStateException("PgBouncer does not serve: " + said, never);
    }
  }

  /** The same database of the server, through this one. */
  Database instead(Database database) {
    return new Database(
        database.url().replace(":" + server + "/", ":" + port + "/"),
        database.user(),
        database.password());
  }

  private static int portOf(Database database) {
    return Integer.parseInt(database.url().replaceFirst("^.*:(\\d+)/.*$", "$1"));
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    for (String name : List.of("users.txt", "pgbouncer.ini", "log")) {
      Files.deleteIfExists(folder.resolve(name));
    }
    Files.delete(folder);
  }
}
