package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Client;
import dev.pawl.chaos.client.ClientCrowd;
import dev.pawl.chaos.client.ClientLog;
import dev.pawl.chaos.client.ServerEndpoint;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.proxy.Proxy;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Processes on one database, with a ledger, clients, and a proxy between the processes and the
 * database. Subclasses decide what the processes are and how clients reach them.
 */
public abstract sealed class ProcessCluster implements AutoCloseable
    permits NodeCluster, ServerCluster {

  /** How long a client retries a request. */
  private static final Duration REQUEST_RETRY_TIMEOUT = Duration.ofSeconds(90);

  private volatile DatabaseAddress database;
  private final Path folder;
  private final Proxy proxy;
  private final Ledger ledger;
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ClientLog log = new ClientLog();
  private final ClientCrowd crowd;

  ProcessCluster(DatabaseAddress database, Path folder, long seed) throws IOException {
    this.database = database;
    this.folder = Files.createDirectories(folder);
    this.ledger = Ledger.open();
    this.proxy = Proxy.to(database.port(), seed);
    this.crowd = new ClientCrowd(new Client(log, () -> endpoints(), REQUEST_RETRY_TIMEOUT), ledger);
  }

  /** Returns the endpoints of all processes that clients may use. */
  public abstract List<? extends ServerEndpoint> endpoints();

  /** Writes a thread dump of every process into a folder. */
  abstract void dumpThreads(Path into) throws IOException, InterruptedException;

  /** Stops all processes; called after the clients have stopped. */
  abstract void stopProcesses() throws IOException;

  /** Starts a process. */
  @FunctionalInterface
  interface ProcessStart {
    void start() throws IOException, InterruptedException;
  }

  /**
   * Starts processes in parallel and waits for all of them.
   *
   * @throws IOException if one does not start, with the reason; those of others are suppressed
   *     exceptions
   */
  static void inParallel(List<ProcessStart> starts) throws IOException, InterruptedException {
    Queue<Exception> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (ProcessStart start : starts) {
      threads.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      start.start();
                    } catch (IOException | InterruptedException | RuntimeException e) {
                      failures.add(e);
                    }
                  }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    if (!failures.isEmpty()) {
      Exception first = failures.remove();
      IOException failed = new IOException("a process did not start: " + first.getMessage(), first);
      failures.forEach(failed::addSuppressed);
      throw failed;
    }
  }

  /** Returns a client that uses the given endpoints only. */
  final Client clientOf(Endpoints endpoints) {
    return new Client(log, endpoints::current, REQUEST_RETRY_TIMEOUT);
  }

  /** The endpoints that a client may use at the moment. */
  @FunctionalInterface
  interface Endpoints {
    List<? extends ServerEndpoint> current();
  }

  public final DatabaseAddress database() {
    return database;
  }

  public final Proxy proxy() {
    return proxy;
  }

  public final Ledger ledger() {
    return ledger;
  }

  public final ClientCrowd crowd() {
    return crowd;
  }

  public final ClientLog log() {
    return log;
  }

  final Path folder() {
    return folder;
  }

  final HttpClient http() {
    return http;
  }

  /** Moves processes and inspection to another server that has a copy of the database. */
  public final void moveTo(int port) {
    database = new DatabaseAddress(port, database.name(), database.user(), database.password());
    proxy.pointAt(port);
    proxy.reset(1);
  }

  /** Restores the definitions of a program after a scenario has corrupted them. */
  public final void deployAgain(Program program) throws SQLException {
    DirectConnections.deployAgain(database, program);
  }

  /** Runs SQL directly on the database, bypassing the processes. */
  public final void execute(String sql) throws SQLException {
    DirectConnections.execute(database, sql);
  }

  /** Waits until all runs have ended; returns the violations if progress stops before. */
  public final List<InvariantViolation> settle(Duration stuckAfter) throws Exception {
    return new StuckDetector(this, folder, stuckAfter).await();
  }

  /** Writes the client log and the ledger beside the logs of the processes. */
  public final void save() throws IOException {
    Files.write(
        folder.resolve("requests.txt"), log.requests().stream().map(Object::toString).toList());
    Files.write(
        folder.resolve("effects.txt"), ledger.effects().stream().map(Object::toString).toList());
  }

  @Override
  public final void close() throws IOException {
    crowd.close();
    stopProcesses();
    proxy.close();
    ledger.close();
    http.shutdownNow();
  }
}
