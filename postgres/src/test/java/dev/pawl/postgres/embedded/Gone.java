package dev.pawl.postgres.embedded;

import dev.pawl.testkit.Await;

/** Waits for the end of servers. */
final class Gone {

  private Gone() {}

  static void await(long pid) {
    Await.untilSuccess(
        "the end of server " + pid,
        () -> ProcessHandle.of(pid).filter(Processes::isPostgres).isEmpty());
  }
}
