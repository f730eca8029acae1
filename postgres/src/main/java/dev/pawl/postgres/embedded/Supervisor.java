package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;

/** Keeps the server running, on the same port, until it is told to stop. */
final class Supervisor implements Runnable {

  /** Starts the server anew and waits until it is ready. */
  interface Start {
    ServerProcess again() throws IOException, InterruptedException;
  }

  private static final Logger LOG = System.getLogger(Supervisor.class.getName());
  private static final Duration TO_STOP = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMinutes(1);
  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

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
        if (running.awaitExit(BETWEEN_LOOKS)) {
          LOG.log(Level.WARNING, "PostgreSQL in {0} ended by itself: restarting", folder.base());
          restart();
        } else {
          running.trimLog();
        }
      }
    } catch (InterruptedException told) {
      // By stop(), and by nobody else.
    }
    try {
      running.stop(TO_STOP);
    } catch (IOException failed) {
      LOG.log(Level.ERROR, "cannot stop PostgreSQL in " + folder.base(), failed);
    }
  }

  private void restart() throws InterruptedException {
    Duration pause = FIRST_PAUSE;
    while (!closing) {
      try {
        running = start.again();
        LOG.log(Level.INFO, "PostgreSQL in {0} is back", folder.base());
        return;
      } catch (IOException | RuntimeException failed) {
        LOG.log(Level.ERROR, "cannot restart PostgreSQL yet: {0}", failed.getMessage());
        Thread.sleep(pause);
        Duration doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
      }
    }
  }

  /** Ends the server and returns when it is gone. */
  void stop() {
    closing = true;
    thread.interrupt();
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException impatient) {
        // A server left running behind its owner's back would be worse than a late answer.
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
