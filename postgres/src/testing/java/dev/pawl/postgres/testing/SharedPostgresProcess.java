package dev.pawl.postgres.testing;

import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.store.PostgresStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Comparator;
import java.util.Properties;
import java.util.stream.Stream;

/** Runs the shared PostgreSQL server until the build that it serves has ended. */
final class SharedPostgresProcess {

  /** A folder in memory, where Linux has one: no test of these databases survives a power cut. */
  private static final Path MEMORY = Path.of("/dev/shm");

  private static final long MIN_MEMORY_BYTES = 4L << 30;

  private SharedPostgresProcess() {}

  public static void main(String[] args) throws Exception {
    Path folder = Path.of(args[0]);
    ProcessHandle build = ProcessHandle.of(Long.parseLong(args[1])).orElseThrow();
    Path data =
        isRoomy(MEMORY)
            ? Files.createTempDirectory(MEMORY, "pawl-test-postgres")
            : Files.createTempDirectory("pawl-test-postgres");
    Path address = folder.resolve("server");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(data)));
    EmbeddedOptions options =
        EmbeddedOptions.defaults()
            // Tests of several modules run at the same time, each with pools of its own.
            .withSetting("max_connections", "500");
    try (EmbeddedPostgres server = EmbeddedPostgres.start(data, options)) {
      Database database = Database.of(server);
      createTemplate(database);
      write(address, database);
      build.onExit().join();
      // Before the server stops, so that no process finds a stopping server.
      Files.deleteIfExists(address);
    } finally {
      Files.deleteIfExists(address);
    }
  }

  /** Containers often have a small one. */
  private static boolean isRoomy(Path folder) throws IOException {
    return Files.isWritable(folder)
        && Files.getFileStore(folder).getUsableSpace() > MIN_MEMORY_BYTES;
  }

  private static void createTemplate(Database server) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create database " + SharedPostgres.TEMPLATE);
    }
    PostgresStore.open(SharedPostgres.at(server, SharedPostgres.TEMPLATE), StoreOptions.defaults())
        .close();
  }

  /** Readers see the whole file or none. */
  private static void write(Path address, Database database) throws IOException {
    Properties server = new Properties();
    server.setProperty("pid", Long.toString(ProcessHandle.current().pid()));
    server.setProperty("url", database.url());
    server.setProperty("user", database.user());
    server.setProperty("password", database.password());
    Path draft = address.resolveSibling("server.new");
    try (var writer = Files.newBufferedWriter(draft)) {
      server.store(writer, null);
    }
    Files.move(draft, address, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      System.err.println("cannot delete " + folder + ": " + e);
    }
  }
}
