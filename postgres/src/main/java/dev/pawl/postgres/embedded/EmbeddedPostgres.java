package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

/**
 * A PostgreSQL server on a folder. What it acknowledged survives the death of this program, of the
 * server and of the machine. It ends with this program, and comes back by itself, on the same port,
 * if it alone dies.
 */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final String USER = "pawl";
  private static final String DATABASE = "pawl";
  private static final String NO_SUCH_DATABASE = "3D000";
  private static final int TRIES_FOR_A_PORT = 5;

  private final FolderLock lock;
  private final Supervisor supervisor;
  private final int port;
  private final String password;

  private EmbeddedPostgres(FolderLock lock, Supervisor supervisor, int port, String password) {
    this.lock = lock;
    this.supervisor = supervisor;
    this.port = port;
    this.password = password;
  }

  public static EmbeddedPostgres start(Path dataFolder) {
    return start(dataFolder, EmbeddedOptions.defaults());
  }

  public static EmbeddedPostgres start(Path dataFolder, EmbeddedOptions options) {
    try {
      DataFolder folder = DataFolder.open(dataFolder);
      FolderLock lock = FolderLock.take(folder);
      try {
        return start(folder, lock, options);
      } catch (IOException | InterruptedException | RuntimeException failed) {
        lock.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new EmbeddedPostgresException(
          "cannot start PostgreSQL in %s: %s".formatted(dataFolder, failed), failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while starting PostgreSQL", interrupted);
    }
  }

  private static EmbeddedPostgres start(DataFolder folder, FolderLock lock, EmbeddedOptions options)
      throws IOException, InterruptedException {
    Preparation prepared = Preparation.of(folder, options, USER);
    String password = NewCluster.password(folder);
    prepared.predecessor().clearAway();
    for (int tries = 1; ; tries++) {
      int port = options.port() == 0 ? FreePort.find() : options.port();
      try {
        Supervisor.Running running = launch(prepared, port, options);
        var supervisor = new Supervisor(folder, running, () -> relaunch(prepared, port, options));
        createDatabase(port, password);
        supervisor.begin();
        return new EmbeddedPostgres(lock, supervisor, port, password);
      } catch (EmbeddedPostgresException failed) {
        boolean lostThePort = options.port() == 0 && !FreePort.isFree(port);
        if (!lostThePort || tries == TRIES_FOR_A_PORT) {
          throw failed;
        }
      }
    }
  }

  private static Supervisor.Running relaunch(
      Preparation prepared, int port, EmbeddedOptions options)
      throws IOException, InterruptedException {
    prepared.predecessor().clearAway();
    return launch(prepared, port, options);
  }

  private static Supervisor.Running launch(Preparation prepared, int port, EmbeddedOptions options)
      throws IOException, InterruptedException {
    var process =
        ServerProcess.launch(
            prepared.predecessor(), prepared.session(), port, options.allSettings());
    try {
      return new Supervisor.Running(process, process.awaitReady());
    } catch (IOException | InterruptedException | RuntimeException failed) {
      process.stop(Duration.ofSeconds(10));
      throw failed;
    }
  }

  private static void createDatabase(int port, String password) {
    try (Connection connection = DriverManager.getConnection(url(port, DATABASE), USER, password)) {
      connection.isValid(10);
    } catch (SQLException failed) {
      if (!NO_SUCH_DATABASE.equals(failed.getSQLState())) {
        throw new EmbeddedPostgresException("cannot connect to the embedded PostgreSQL", failed);
      }
      try (Connection connection =
              DriverManager.getConnection(url(port, "postgres"), USER, password);
          Statement statement = connection.createStatement()) {
        statement.execute("CREATE DATABASE " + DATABASE);
      } catch (SQLException failedToo) {
        throw new EmbeddedPostgresException("cannot create the database pawl", failedToo);
      }
    }
  }

  private static String url(int port, String database) {
    return "jdbc:postgresql://127.0.0.1:%d/%s".formatted(port, database);
  }

  /** The server's address for JDBC, without the password. */
  public String url() {
    return url(port, DATABASE);
  }

  public String user() {
    return USER;
  }

  public String password() {
    return password;
  }

  public int port() {
    return port;
  }

  /** The server's first process, which changes when the server had to be restarted. */
  public long pid() {
    return supervisor.pid();
  }

  /** Stops the server, cleanly if it can within 30 seconds. */
  @Override
  public void close() {
    try {
      supervisor.stop();
      lock.close();
    } catch (IOException failed) {
      throw new EmbeddedPostgresException("cannot stop PostgreSQL", failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while stopping PostgreSQL", interrupted);
    }
  }
}
