package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A PostgreSQL server on a folder. What it acknowledged survives the death of this program, of the
 * server and of the machine. It ends with this program, and comes back by itself, on the same port,
 * if it alone dies.
 */
public final class EmbeddedPostgres implements AutoCloseable {

  private static final int TRIES_FOR_A_PORT = 5;
  private static final Duration TO_STOP_A_FAILED_START = Duration.ofSeconds(10);

  private final FolderLock lock;
  private final DataFolder folder;
  private final Supervisor supervisor;
  private final OwnDatabase database;
  private final AtomicBoolean closed = new AtomicBoolean();
  private volatile long pid;

  private EmbeddedPostgres(
      FolderLock lock, DataFolder folder, Supervisor supervisor, OwnDatabase database) {
    this.lock = lock;
    this.folder = folder;
    this.supervisor = supervisor;
    this.database = database;
  }

  /** Starts the server on a folder, which is made if it is not there. */
  public static EmbeddedPostgres start(Path dataFolder) {
    return start(dataFolder, EmbeddedOptions.defaults());
  }

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
          "cannot start PostgreSQL in %s: %s; name a folder on a disk with room that this user can write to"
              .formatted(dataFolder, PrivateFolder.reason(failed)),
          failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new EmbeddedPostgresException("interrupted while starting PostgreSQL", interrupted);
    }
  }

  private static EmbeddedPostgres start(DataFolder folder, FolderLock lock, EmbeddedOptions options)
      throws IOException, InterruptedException {
    Preparation prepared = Preparation.of(folder, options, OwnDatabase.USER);
    String password = NewCluster.password(folder);
    for (int tries = 1; ; tries++) {
      int port = options.port() == 0 ? FreePort.find() : options.port();
      var database = new OwnDatabase(port, password);
      try {
        ServerProcess running = launch(prepared, database, options);
        var supervisor = new Supervisor(folder, running, () -> launch(prepared, database, options));
        supervisor.begin();
        return new EmbeddedPostgres(lock, folder, supervisor, database);
      } catch (EmbeddedPostgresException failed) {
        boolean lostThePort = options.port() == 0 && !FreePort.isFree(port);
        if (!lostThePort || tries == TRIES_FOR_A_PORT) {
          throw failed;
        }
      }
    }
  }

  private static ServerProcess launch(
      Preparation prepared, OwnDatabase database, EmbeddedOptions options)
      throws IOException, InterruptedException {
    prepared.predecessor().clearAway();
    ServerProcess process =
        ServerProcess.launch(
            prepared.predecessor(), prepared.session(), database.port(), options.allSettings());
    try {
      process.awaitReady();
      database.createIfMissing();
      return process;
    } catch (IOException | InterruptedException | RuntimeException failed) {
      process.stop(TO_STOP_A_FAILED_START);
      throw failed;
    }
  }

  /** The server's address for JDBC, without the password. */
  public String url() {
    return database.url();
  }

  public String user() {
    return OwnDatabase.USER;
  }

  public String password() {
    return database.password();
  }

  public int port() {
    return database.port();
  }

  /** The server's first process: another one after each restart, the last one while it is down. */
  public long pid() {
    try {
      Postmaster.read(folder).ifPresent(postmaster -> pid = postmaster.pid());
      return pid;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Stops the server, cleanly if it can within 30 seconds. */
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
