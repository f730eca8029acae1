package dev.pawl.chaos;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Ctrl-C and SIGTERM. The thread that runs scenarios is interrupted, and on its way out it closes
 * whatever it has opened, in the right order: processes, servers, disks, folders. What is left of
 * our processes after a while is ended by force.
 */
final class Stop {

  private static final Duration TO_CLEAR_UP = Duration.ofSeconds(60);

  private final AtomicBoolean asked = new AtomicBoolean();
  private final Thread worker;
  private final Thread hook;

  private Stop(Thread worker) {
    this.worker = worker;
    this.hook = new Thread(this::clearUp, "chaos-stop");
  }

  /** On behalf of the current thread. */
  static Stop onSignal() {
    Stop stop = new Stop(Thread.currentThread());
    Runtime.getRuntime().addShutdownHook(stop.hook);
    return stop;
  }

  boolean isAsked() {
    return asked.get();
  }

  private void clearUp() {
    asked.set(true);
    System.err.println("chaos: stopping, and clearing up ...");
    worker.interrupt();
    try {
      worker.join(TO_CLEAR_UP);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    ProcessHandle.current().descendants().forEach(ProcessHandle::destroyForcibly);
  }

  /** All is done: whether the program may end by itself, or a signal was faster. */
  boolean isNeedless() {
    try {
      return Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException e) {
      return false;
    }
  }
}
