package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Clears away what a server that nobody stopped has left in the folder. */
record Predecessor(DataFolder folder, Binaries binaries, RunAs runAs) {

  void clearAway() throws IOException, InterruptedException {
    var left = Postmaster.read(folder);
    if (left.isEmpty()) {
      return;
    }
    Postmaster postmaster = left.get();
    if (postmaster.serves(folder) && !stop("fast", 30)) {
      stop("immediate", 10);
    }
    // Without their first process the others end by themselves, but only when they next look up.
    Processes.killAllIn(folder.cluster());
    if (postmaster.isSomeProcess() && !postmaster.serves(folder)) {
      Postmaster.forget(folder);
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
    return Program.run(folder.base(), Duration.ofSeconds(seconds + 10L), runAs.line(line))
        .succeeded();
  }
}
