package dev.pawl.cli;

import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.show.Printable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/** Says where a run was when Ctrl-C ended it, and lets it end in order. */
final class StopNotice {

  private final StepLog log;
  private final PrintWriter err;
  private final Runnable leave;
  private final String advice;
  private final AtomicBoolean stopping = new AtomicBoolean();

  /**
   * @param leave what is to be done before the program ends
   * @param advice what to say of the time after that
   */
  StopNotice(StepLog log, PrintWriter err, Runnable leave, String advice) {
    this.log = log;
    this.err = err;
    this.leave = leave;
    this.advice = advice;
  }

  StopNotice(StepLog log, PrintWriter err) {
    this(log, err, () -> {}, "");
  }

  /** Does the work; if the program is stopped meanwhile, says at which states. */
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
    leave.run();
  }

  /** What fails while the program is being stopped fails because of that: nobody wants to know. */
  private static void awaitEnd() throws InterruptedException {
    new CountDownLatch(1).await();
  }

  private static void remove(Thread notice) {
    try {
      Runtime.getRuntime().removeShutdownHook(notice);
    } catch (IllegalStateException e) {
      // The program is being stopped: the notice is on its way.
    }
  }

  static String sentence(StepLog log) {
    String at =
        log.open().stream()
            .filter(entry -> !entry.isFork())
            .map(entry -> "'" + entry.step().place().state() + "'")
            .distinct()
            .limit(5)
            .collect(Collectors.joining(", "));
    return "pawl: stopped" + (at.isEmpty() ? "" : " at " + at);
  }
}
