package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A running server under its watchdog. The watchdog reads what we hold the other end of; when we
 * close it, or die in whatever way, it reads the end and tells the server to stop.
 */
final class ServerProcess {

  private static final Logger LOG = System.getLogger(ServerProcess.class.getName());

  private static final String WATCHDOG =
      """
      trap '' HUP INT TERM
      exec 3<&0
      "$@" </dev/null 3<&- &
      server=$!
      (exec >/dev/null 2>&1; while read -r _; do :; done; kill -INT $server) <&3 &
      watcher=$!
      wait $server
      code=$?
      kill -9 $watcher
      exit $code
      """;

  /** Recovery reads all that was written since the last checkpoint: minutes, on a slow disk. */
  private static final Duration RECOVERY = Duration.ofMinutes(15);

  private static final Duration LOOK_AGAIN = Duration.ofMillis(15);

  private final Process process;
  private final Predecessor folderKeeper;
  private final ServerLog log;
  private final long logStart;

  private ServerProcess(Process process, Predecessor keeper, ServerLog log, long logStart) {
    this.process = process;
    this.folderKeeper = keeper;
    this.log = log;
    this.logStart = logStart;
  }

  /** Starts the server; it is not ready yet. */
  static ServerProcess launch(
      Predecessor keeper, List<String> session, int port, Map<String, String> settings)
      throws IOException {
    DataFolder folder = keeper.folder();
    var line = new ArrayList<String>(session);
    line.addAll(List.of("sh", "-c", WATCHDOG, "pawl-postgres"));
    line.add(keeper.binaries().program("postgres"));
    line.addAll(List.of("-D", folder.cluster().toString(), "-p", Integer.toString(port)));
    settings.forEach((name, value) -> line.addAll(List.of("-c", name + "=" + value)));
    var log = new ServerLog(folder.log());
    log.prepare();
    long logStart = log.size();
    Process process =
        Program.prepare(folder.base(), keeper.runAs().line(line))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(folder.log().toFile()))
            .start();
    return new ServerProcess(process, keeper, log, logStart);
  }

  /** Waits for the end of its start, which after a crash includes the recovery. */
  void awaitReady() throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(RECOVERY);
    while (!process.waitFor(LOOK_AGAIN.toMillis(), TimeUnit.MILLISECONDS)) {
      if (Postmaster.read(folder()).filter(Postmaster::ready).filter(this::isOurs).isPresent()) {
        return;
      }
      if (Instant.now().isAfter(limit)) {
        throw failed("was not ready within " + RECOVERY.toMinutes() + " minutes");
      }
    }
    throw failed("ended during its start with exit code " + process.exitValue());
  }

  /** The file may still be the one that a killed server has left. */
  private boolean isOurs(Postmaster postmaster) {
    return process.descendants().anyMatch(child -> child.pid() == postmaster.pid());
  }

  private EmbeddedPostgresException failed(String how) throws IOException {
    Path file = folder().log();
    return new EmbeddedPostgresException(
        "the embedded PostgreSQL in %s %s. The end of %s:%n%s"
            .formatted(folder().base(), how, file, log.tail(logStart)));
  }

  boolean awaitExit(Duration patience) throws InterruptedException {
    return process.waitFor(patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  void trimLog() {
    try {
      log.trim();
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "cannot shorten " + folder().log(), failed);
    }
  }

  /** Stops the server within the given time, by force if need be, and whoever interrupts. */
  void stop(Duration patience) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      process.getOutputStream().close();
      if (!awaitExit(patience)) {
        folderKeeper.stop("immediate", 10);
      }
      if (!awaitExit(Duration.ofSeconds(5))) {
        kill();
      }
    } catch (InterruptedException impatient) {
      interrupted = true;
      kill();
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void kill() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private DataFolder folder() {
    return folderKeeper.folder();
  }
}
