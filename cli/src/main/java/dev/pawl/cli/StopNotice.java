package dev.pawl.cli;

import dev.pawl.cli.run.StepLog;
import dev.pawl.cli.show.Printable;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

/** Says where a run was when Ctrl-C ended it. */
final class StopNotice {

  private StopNotice() {}

  /** Does the work; if the program is stopped meanwhile, says at which states. */
  static <T> T during(Callable<T> work, StepLog log, PrintWriter err) throws Exception {
    Thread notice =
        new Thread(
            () -> {
              err.println(Printable.line(sentence(log)));
              err.flush();
            },
            "stop-notice");
    Runtime.getRuntime().addShutdownHook(notice);
    try {
      return work.call();
    } finally {
      remove(notice);
    }
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
