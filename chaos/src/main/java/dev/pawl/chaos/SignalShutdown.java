package dev.pawl.chaos;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Handles Ctrl-C and SIGTERM. Interrupts the thread that runs scenarios, which then closes what it
 * has opened in order: processes, servers, disks, folders. Processes that are left after a grace
 * period are killed.
 */
final class SignalShutdown {

  private static final Duration CLEANUP_TIMEOUT = Duration.ofSeconds(60);

  private final AtomicBoolean asked = new AtomicBoolean();
  private final Thread worker;
  private final Thread hook;

  private SignalShutdown(Thread worker) {
    this.worker = worker;
    this.hook = new Thread(this::clearUp, "chaos-stop");
  }

  /** Installs the handler for the current thread. */
  static SignalShutdown onSignal() {
    SignalShutdown stop = new SignalShutdown(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  boolean isStopRequested() {
    return asked.get();
  }

  private void clearUp() {
    asked.set(true);
    System.err.println("chaos: stopping, and clearing up ...");
    worker.interrupt();
    try {
      worker.join(CLEANUP_TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  /** Marks the run as finished; returns false if a signal came first. */
  boolean finish() {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
