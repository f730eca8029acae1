package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Runs a PostgreSQL server on a folder. Committed data survives a crash of this program, of the
 * server and of the machine. The server stops with this program, and is restarted on the same port
 * if it dies alone.
 */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final int MAX_PORT_ATTEMPTS = 5;
  private static final Duration FAILED_START_STOP_TIMEOUT = Duration.ofSeconds(10);

  private final FolderLock lock;
  private final DataFolder folder;
  private final Supervisor supervisor;
  private final EmbeddedDatabase database;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile long pid;

  private EmbeddedPostgres(
      FolderLock lock, DataFolder folder, Supervisor supervisor, EmbeddedDatabase database) {
    this.lock = lock;
    this.folder = folder;
    this.supervisor = supervisor;
    this.database = database;
  }

  /**
   * Starts the server on a folder, which is created if it does not exist, with default options.
   *
   * @throws EmbeddedPostgresException if the server cannot be started
   */
  public static EmbeddedPostgres start(Path dataFolder) {
    return start(dataFolder, EmbeddedOptions.defaults());
  }

  /**
   * Starts the server on a folder, which is created if it does not exist.
   *
   * @throws EmbeddedPostgresException if the server cannot be started; the message says what to do
   */
  public static EmbeddedPostgres start(Path dataFolder, EmbeddedOptions options) {
    Platform.current().findArchive();
    try {
      DataFolder folder = DataFolder.open(dataFolder);
      FolderLock lock = FolderLock.take(folder);
      try {
        return start(folder, lock, options);
      } catch (IOException | InterruptedException | RuntimeException failed) {
        lock.close();
        throw failed;
      }
    } catch (PrivateFolder.OpenFolderException open) {
      throw new EmbeddedPostgresException(String.valueOf(open.getMessage()), open);
    } catch (IOException | UncheckedIOException failed) {
      throw new EmbeddedPostgresException(
          "cannot start PostgreSQL in %s: %s; name a folder on a disk with free space that this user can write to"
              .formatted(dataFolder, PrivateFolder.reason(failed)),
          failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while starting PostgreSQL", interrupted);
    }
  }

  private static EmbeddedPostgres start(DataFolder folder, FolderLock lock, EmbeddedOptions options)
      throws IOException, InterruptedException {
    ServerPreparation prepared = ServerPreparation.of(folder, options, EmbeddedDatabase.USER);
    String password = NewCluster.password(folder);
    for (int attempt = 1; ; attempt++) {
      int port = options.port() == 0 ? FreePort.find() : options.port();
      var database = new EmbeddedDatabase(port, password);
      try {
        ServerProcess running = launch(prepared, database, options);
        var supervisor = new Supervisor(folder, running, () -> launch(prepared, database, options));
        supervisor.begin();
        return new EmbeddedPostgres(lock, folder, supervisor, database);
      } catch (EmbeddedPostgresException failed) {
        boolean isPortTaken = options.port() == 0 && !FreePort.isFree(port);
        if (!isPortTaken || attempt == MAX_PORT_ATTEMPTS) {
          throw failed;
        }
      }
    }
  }

  private static ServerProcess launch(
      ServerPreparation prepared, EmbeddedDatabase database, EmbeddedOptions options)
      throws IOException, InterruptedException {
    prepared.predecessor().stopAndCleanUp();
    ServerProcess process =
        ServerProcess.launch(
            prepared.predecessor(), prepared.session(), database.port(), options.allSettings());
    try {
      process.awaitReady();
      database.createIfMissing();
      return process;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      process.stop(FAILED_START_STOP_TIMEOUT);
      throw failed;
    }
  }

  /** Returns the JDBC address of the server, without the password. */
  public String url() {
    return database.url();
  }

  public String user() {
    return EmbeddedDatabase.USER;
  }

  public String password() {
    return database.password();
  }

  public int port() {
    return database.port();
  }

  /**
   * Returns the process id of the postmaster. It changes with each restart; while the server is
   * down, it is the last one.
   */
  public long pid() {
    try {
      Postmaster.read(folder).ifPresent(postmaster -> pid = postmaster.pid());
      return pid;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Stops the server; forcibly if it does not stop cleanly within 30 seconds. */
  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      supervisor.stop();
      try {
        lock.close();
      } catch (IOException failed) {
        throw new UncheckedIOException(failed);
      }
    }
  }
}
