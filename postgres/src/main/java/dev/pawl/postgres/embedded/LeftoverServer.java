package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Stops and cleans up after a server that was not shut down. */
record LeftoverServer(DataFolder folder, Binaries binaries, RunAs runAs) {

  void stopAndCleanUp() throws IOException, InterruptedException {
    var leftover = Postmaster.read(folder);
    if (leftover.isEmpty()) {
      return;
    }
    Postmaster postmaster = leftover.get();
    if (postmaster.serves(folder) && !stop("fast", 30)) {
      stop("immediate", 10);
    }
    // Without the postmaster the other processes exit by themselves, but only at their next check.
    LeftoverProcesses.killAllIn(folder.cluster());
    if (postmaster.isAlive() && !postmaster.serves(folder)) {
      Postmaster.deletePidFile(folder);
    }
  }

  boolean stop(String mode, int seconds) throws IOException, InterruptedException {
    List<String> line =
        List.of(
            binaries.program("pg_ctl"),
            "--pgdata=" + folder.cluster(),
            "--mode=" + mode,
            "--timeout=" + seconds,
            "--wait",
            "--silent",
            "stop");
    return ExternalProgram.run(folder.base(), Duration.ofSeconds(seconds + 10L), runAs.line(line))
        .succeeded();
  }
}
