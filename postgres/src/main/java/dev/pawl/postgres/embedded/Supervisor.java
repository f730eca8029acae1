package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Keeps the server running, on the same port, until it is told to stop. */
final class Supervisor implements Runnable {

  /** Starts the server anew and waits until it is ready. */
  interface Start {
    Running again() throws IOException, InterruptedException;
  }

  record Running(ServerProcess process, Postmaster postmaster) {}

  private static final Logger LOG = System.getLogger(Supervisor.class.getName());
  private static final Duration TO_STOP = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private final DataFolder folder;
  private final Start start;
  private final Thread thread;
  private volatile Running running;
  private volatile boolean closing;

  Supervisor(DataFolder folder, Running running, Start start) {
    this.folder = folder;
    this.running = running;
    this.start = start;
    this.thread = Thread.ofPlatform().daemon().name("pawl-postgres").unstarted(this);
  }

  void begin() {
    thread.start();
  }

  long pid() {
    return running.postmaster().pid();
  }

  @Override
  public void run() {
    try {
      while (!closing) {
        if (running.process().awaitExit(BETWEEN_LOOKS)) {
          LOG.log(Level.WARNING, "PostgreSQL in {0} ended by itself: restarting", folder.base());
          restart();
        } else {
          running.process().trimLog();
        }
      }
    } catch (InterruptedException told) {
      // Interrupted by close() alone.
    } catch (IOException failed) {
      LOG.log(Level.WARNING, "cannot shorten the log of PostgreSQL in " + folder.base(), failed);
    }
  }

  private void restart() throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (!closing) {
      try {
        running = start.again();
        LOG.log(Level.INFO, "PostgreSQL in {0} is back", folder.base());
        return;
      } catch (IOException | EmbeddedPostgresException failed) {
        LOG.log(Level.ERROR, "cannot restart PostgreSQL, trying again", failed);
        Thread.sleep(pause);
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
      }
    }
  }

  /** Ends the supervision and then the server. */
  void stop() throws IOException, InterruptedException {
    closing = true;
    thread.interrupt();
    thread.join();
    running.process().stop(TO_STOP);
  }
}
