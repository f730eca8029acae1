package dev.pawl.cli;

import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.show.Printable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Prints where a run was when Ctrl-C stopped it, and closes it in order. */
final class StopNotice {

  private final StepLog log;
  private final PrintWriter err;
  private final Runnable onStop;
  private final String advice;
  private final AtomicBoolean stopping = new AtomicBoolean();

  /**
   * Creates a notice for a run.
   *
   * @param onStop called before the program ends
   * @param advice appended to the message
   */
  StopNotice(StepLog log, PrintWriter err, Runnable onStop, String advice) {
    this.log = log;
    this.err = err;
    this.onStop = onStop;
    this.advice = advice;
  }

  StopNotice(StepLog log, PrintWriter err) {
    this(log, err, () -> {}, "");
  }

  /** Runs the work; if the program is stopped meanwhile, prints the states of the open steps. */
  <T> T during(Callable<T> work) throws Exception {
    Thread notice = new Thread(this::stop, "stop-notice");
    Runtime.getRuntime().addShutdownHook(notice);
    try {
      return work.call();
    } catch (Exception e) {
      if (stopping.get()) {
        awaitEnd();
      }
      throw e;
    } finally {
      remove(notice);
    }
  }

  private void stop() {
    stopping.set(true);
    err.println(Printable.line(sentence(log) + advice));
    err.flush();
    onStop.run();
  }

  /**
   * Blocks until the program ends: an error during shutdown is a consequence of it and is not
   * shown.
   */
  private static void awaitEnd() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  private static void remove(Thread notice) {
    try {
      Runtime.getRuntime().removeShutdownHook(notice);
    } catch (IllegalStateException e) {
      // The program is being stopped: the hook already runs.
    }
  }

  static String sentence(StepLog log) {
    String states =
        log.open().stream()
            .filter(entry -> !entry.isFork())
            .map(entry -> "'" + entry.step().place().state() + "'")
            .distinct()
            .limit(5)
            .collect(Collectors.joining(", "));
    return "pawl: stopped" + (states.isEmpty() ? "" : " at " + states);
  }
}
