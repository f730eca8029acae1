package dev.pawl.postgres.testing;

import dev.pawl.postgres.database.Database;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * One PostgreSQL server for all tests of a build, whichever process they run in. The first test
 * that needs it starts it as a process of its own, which ends with the build.
 */
public final class SharedPostgres {

  static final String TEMPLATE = "migrated";

  private static final long START_SECONDS = 120;

  private static final AtomicInteger DATABASES = new AtomicInteger();

  private static final class Holder {
    private static final Database SERVER = connect();
  }

  private SharedPostgres() {}

  /** Creates an empty database. */
  public static Database createEmpty() {
    return create("template1");
  }

  /** Creates a database that has Pawl's schema and no rows, as a copy of the migrated template. */
  public static Database createMigrated() {
    return create(TEMPLATE);
  }

  /** Drops a database, and closes the connections to it that are still open. */
  public static void drop(Database database) {
    execute("drop database if exists %s with (force)".formatted(nameOf(database)));
  }

  private static Database create(String template) {
    String name =
        "test_%d_%d".formatted(ProcessHandle.current().pid(), DATABASES.incrementAndGet());
    execute("create database %s template %s".formatted(name, template));
    return at(Holder.SERVER, name);
  }

  static Database at(Database server, String name) {
    return new Database(
        server.url().replaceFirst("/[^/]*$", "/" + name), server.user(), server.password());
  }

  private static String nameOf(Database database) {
    return database.url().replaceFirst("^.*/([^/?]*).*$", "$1");
  }

  private static void execute(String sql) {
    try (Connection connection = Holder.SERVER.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new IllegalStateException(sql, e);
    }
  }

  private static Database connect() {
    try {
      Path folder = folder();
      Files.createDirectories(folder);
      try (FileChannel channel =
              FileChannel.open(
                  folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        if (!lock.isValid()) {
          throw new IOException("cannot lock " + folder);
        }
        Path address = folder.resolve("server");
        Optional<Database> running = read(address);
        return running.isPresent() ? running.get() : launch(folder, address);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** In a build, a folder of the build and of the version of PostgreSQL; else one of this JVM. */
  private static Path folder() throws IOException {
    String build = System.getProperty("pawl.test.postgres");
    return build == null
        ? Files.createTempDirectory("pawl-test-postgres")
        : Path.of(build + "-" + System.getProperty("pawl.postgres", "default"));
  }

  private static Database launch(Path folder, Path address)
      throws IOException, InterruptedException {
    Path log = folder.resolve("log");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                SharedPostgresProcess.class.getName(),
                folder.toString(),
                Long.toString(build().pid()))
            .redirectOutput(Redirect.to(log.toFile()))
            .redirectErrorStream(true)
            .start();
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (System.nanoTime() < deadline && !process.waitFor(10, TimeUnit.MILLISECONDS)) {
      Optional<Database> running = read(address);
      if (running.isPresent()) {
        return running.get();
      }
    }
    process.destroy();
    throw new IOException("PostgreSQL for tests did not start:\n" + Files.readString(log));
  }

  /** The Maven process above this one, or this process if no Maven runs it. */
  private static ProcessHandle build() {
    ProcessHandle self = ProcessHandle.current();
    for (Optional<ProcessHandle> at = self.parent(); at.isPresent(); at = at.get().parent()) {
      boolean isMaven =
          List.of(at.get().info().arguments().orElse(new String[0]))
              .contains("org.codehaus.plexus.classworlds.launcher.Launcher");
      if (isMaven) {
        return at.get();
      }
    }
    return self;
  }

  private static Optional<Database> read(Path address) throws IOException {
    if (!Files.exists(address)) {
      return Optional.empty();
    }
    Properties server = new Properties();
    try (var reader = Files.newBufferedReader(address)) {
      server.load(reader);
    }
    boolean isAlive =
        ProcessHandle.of(Long.parseLong(server.getProperty("pid")))
            .map(ProcessHandle::isAlive)
            .orElse(false);
    return isAlive
        ? Optional.of(
            new Database(
                server.getProperty("url"),
                server.getProperty("user"),
                server.getProperty("password")))
        : Optional.empty();
  }
}
