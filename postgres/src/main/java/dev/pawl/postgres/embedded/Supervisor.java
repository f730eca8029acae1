package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Keeps the server running, on the same port, until {@link #stop} is called. */
final class Supervisor implements Runnable {

  /** Starts the server again and waits until it is ready. */
  interface Start {
    ServerProcess restart() throws IOException, InterruptedException;
  }

  private static final Logger LOG = System.getLogger(Supervisor.class.getName());
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(30);
  private static final Duration LOG_CHECK_INTERVAL = Duration.ofMinutes(1);
  private static final Duration MIN_RESTART_DELAY = Duration.ofMillis(50);
  private static final Duration MAX_RESTART_DELAY = Duration.ofSeconds(5);

  private final DataFolder folder;
  private final Start start;
  private final Thread thread;
  private ServerProcess running;
  private volatile boolean closing;

  Supervisor(DataFolder folder, ServerProcess running, Start start) {
    this.folder = folder;
    this.running = running;
    this.start = start;
    this.thread = Thread.ofPlatform().daemon().name("pawl-postgres").unstarted(this);
  }

  void begin() {
    thread.start();
  }

  @Override
  public void run() {
    try {
      while (!closing) {
        if (running.awaitExit(LOG_CHECK_INTERVAL)) {
          LOG.log(
              Level.WARNING,
              "PostgreSQL in {0} ended unexpectedly and is restarted",
              folder.base());
          restart();
        } else {
          running.trimLog();
        }
      }
    } catch (InterruptedException stopped) {
      // Only stop() interrupts this thread.
    }
    try {
      running.stop(STOP_TIMEOUT);
    } catch (IOException failed) {
      LOG.log(Level.ERROR, "cannot stop PostgreSQL in " + folder.base(), failed);
    }
  }

  private void restart() throws InterruptedException {
    Duration delay = MIN_RESTART_DELAY;
    while (!closing) {
      try {
        running = start.restart();
        LOG.log(Level.INFO, "PostgreSQL in {0} is running again", folder.base());
        return;
      } catch (IOException | RuntimeException failed) {
        LOG.log(Level.ERROR, "cannot restart PostgreSQL yet: {0}", failed.getMessage());
        Thread.sleep(delay);
        Duration doubled = delay.multipliedBy(2);
        delay = doubled.compareTo(MAX_RESTART_DELAY) < 0 ? doubled : MAX_RESTART_DELAY;
      }
    }
  }

  /** Stops the server and returns when it has ended. */
  void stop() {
    closing = true;
    thread.interrupt();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException interruption) {
        // Leaving the server running after close() returned would be worse than a delay.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
