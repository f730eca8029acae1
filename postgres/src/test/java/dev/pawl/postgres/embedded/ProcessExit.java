package dev.pawl.postgres.embedded;

import dev.pawl.testkit.Await;

/** Waits for the end of servers. */
final class ProcessExit {

  private ProcessExit() {}

  static void await(long pid) {
    Await.untilSuccess(
        "the end of server " + pid,
        () -> ProcessHandle.of(pid).filter(LeftoverProcesses::isPostgres).isEmpty());
  }
}
