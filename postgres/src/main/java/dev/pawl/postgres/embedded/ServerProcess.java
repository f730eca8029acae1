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
 * Controls a running server and its watchdog. The watchdog reads a pipe from this process; when the
 * pipe is closed or this process dies, it stops the server.
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

  /**
   * The time allowed for crash recovery, which reads the WAL since the last checkpoint: minutes, on
   * a slow disk.
   */
  private static final Duration MAX_START_DURATION = Duration.ofMinutes(15);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(15);

  private final Process process;
  private final LeftoverServer server;
  private final ServerLog log;
  private final long logStart;

  private ServerProcess(Process process, LeftoverServer server, ServerLog log, long logStart) {
    this.process = process;
    this.server = server;
    this.log = log;
    this.logStart = logStart;
  }

  /** Starts the server without waiting until it is ready. */
  static ServerProcess launch(
      LeftoverServer server, List<String> session, int port, Map<String, String> settings)
      throws IOException {
    DataFolder folder = server.folder();
    var line = new ArrayList<String>(session);
    line.addAll(List.of("sh", "-c", WATCHDOG, "pawl-postgres"));
    line.add(server.binaries().program("postgres"));
    line.addAll(List.of("-D", folder.cluster().toString(), "-p", Integer.toString(port)));
    settings.forEach((name, value) -> line.addAll(List.of("-c", name + "=" + value)));
    var log = new ServerLog(folder.log());
    log.prepare();
    long logStart = log.size();
    Process process =
        ExternalProgram.prepare(folder.base(), server.runAs().line(line))
            .redirectErrorStream(true)
            .redirectOutput(Redirect.appendTo(folder.log().toFile()))
            .start();
    return new ServerProcess(process, server, log, logStart);
  }

  /** Waits until the server is ready, which after a crash includes the recovery. */
  void awaitReady() throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(MAX_START_DURATION);
    while (!process.waitFor(POLL_INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
      if (Postmaster.read(folder()).filter(Postmaster::ready).filter(this::isOwn).isPresent()) {
        return;
      }
      if (Instant.now().isAfter(limit)) {
        throw failed("was not ready within " + MAX_START_DURATION.toMinutes() + " minutes");
      }
    }
    throw failed("ended during its start with exit code " + process.exitValue());
  }

  /** Returns true if the pid file is of this server, and not left by a killed one. */
  private boolean isOwn(Postmaster postmaster) {
    return process.descendants().anyMatch(child -> child.pid() == postmaster.pid());
  }

  private EmbeddedPostgresException failed(String problem) throws IOException {
    Path file = folder().log();
    return new EmbeddedPostgresException(
        "the embedded PostgreSQL in %s %s. The end of %s:%n%s"
            .formatted(folder().base(), problem, file, log.tail(logStart)));
  }

  boolean awaitExit(Duration timeout) throws InterruptedException {
    return process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
  }

  void trimLog() {
    try {
      log.trim();
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "cannot shorten " + folder().log(), failed);
    }
  }

  /** Stops the server, by force after the given time, even if the thread is interrupted. */
  void stop(Duration timeout) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      process.getOutputStream().close();
      if (!awaitExit(timeout)) {
        server.stop("immediate", 10);
      }
      if (!awaitExit(Duration.ofSeconds(5))) {
        kill();
      }
    } catch (InterruptedException interruption) {
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
    return server.folder();
  }
}
