package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Finds the processes of a server by what they are and where they work. */
final class Processes {

  private static final int LOOKS = 500;
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

  private Processes() {}

  static boolean isPostgres(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> command.replace(" (deleted)", "").endsWith("/postgres"))
        .orElse(false);
  }

  /**
   * All processes of a server work in its data directory. Systems without /proc keep that secret.
   */
  static boolean mayWorkIn(ProcessHandle process, Path cluster) {
    Path link = Path.of("/proc", Long.toString(process.pid()), "cwd");
    try {
      return !Files.exists(Path.of("/proc/self/cwd"))
          || Files.readSymbolicLink(link).equals(cluster);
    } catch (IOException gone) {
      return false;
    }
  }

  /** Ends those that outlived their server and would keep the next one from starting. */
  static void killAllIn(Path cluster) throws InterruptedException {
    for (int look = 0; look < LOOKS; look++) {
      List<ProcessHandle> left = workingIn(cluster);
      if (left.isEmpty()) {
        return;
      }
      left.forEach(ProcessHandle::destroyForcibly);
      Thread.sleep(BETWEEN_LOOKS);
    }
    // PostgreSQL itself finds out whether anybody still uses its memory, and then says so.
  }

  /**
   * A dead process that nobody has buried yet has no program any more, and so is not among them.
   */
  static List<ProcessHandle> workingIn(Path cluster) {
    if (!Files.exists(Path.of("/proc/self/cwd"))) {
      return List.of();
    }
    return ProcessHandle.allProcesses()
        .filter(Processes::isPostgres)
        .filter(process -> mayWorkIn(process, cluster))
        .toList();
  }
}
