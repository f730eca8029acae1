package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Finds the processes of a server by their program and working directory. */
final class LeftoverProcesses {

  private static final int MAX_CHECKS = 500;
  private static final Duration CHECK_INTERVAL = Duration.ofMillis(20);

  private LeftoverProcesses() {}

  static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> command.replace(" (deleted)", "").endsWith("/postgres"))
        .orElse(false);
  }

  /**
   * Returns true if the process may run in the data directory, as all processes of its server do;
   * always true on systems without /proc.
   */
  static boolean mayRunIn(ProcessHandle process, Path cluster) {
    Path link = Path.of("/proc", Long.toString(process.pid()), "cwd");
    try {
      return !Files.exists(Path.of("/proc/self/cwd"))
          || Files.readSymbolicLink(link).equals(cluster);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Kills processes that outlived their server and would prevent the next one from starting. */
  static void killAllIn(Path cluster) throws InterruptedException {
    for (int check = 0; check < MAX_CHECKS; check++) {
      List<ProcessHandle> remaining = runningIn(cluster);
      if (remaining.isEmpty()) {
        return;
      }
      remaining.forEach(ProcessHandle::destroyForcibly);
      Thread.sleep(CHECK_INTERVAL);
    }
    // If some remain, PostgreSQL detects that its shared memory is in use, and reports it.
  }

  /**
   * Returns the PostgreSQL processes in the data directory. Zombie processes have no program and
   * are not included.
   */
  static List<ProcessHandle> runningIn(Path cluster) {
    if (!Files.exists(Path.of("/proc/self/cwd"))) {
      return List.of();
    }
    return ProcessHandle.allProcesses()
        .filter(LeftoverProcesses::isPostgres)
        .filter(process -> mayRunIn(process, cluster))
        .toList();
  }
}
