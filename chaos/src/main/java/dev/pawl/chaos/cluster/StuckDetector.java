package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.InvariantViolation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Waits until all executions have ended. If nothing changes for a while before that, it saves what
 * is needed to find the reason.
 */
final class StuckDetector {

  private static final Duration POLL_INTERVAL = Duration.ofMillis(250);

  private static final List<String> TABLES =
      List.of(
          "select now()",
          "select * from pawl.node order by id",
          "select * from pawl.fence order by node, writer",
          "select * from pawl.execution order by id limit 200",
          "select tenant, execution, number, owner, at, length(body) as bytes from pawl.inbox"
              + " order by execution, number limit 500",
          "select * from pawl.outbox limit 100",
          "select * from pawl.offer limit 200",
          "select execution, max(seq) as seq, max(at) as at from pawl.journal"
              + " where execution in (select id from pawl.execution) group by 1 limit 200",
          "select pid, state, wait_event_type, wait_event, xact_start, query from pg_stat_activity"
              + " where datname = current_database()",
          "select * from pg_locks where not granted");

  private final ProcessCluster cluster;
  private final Path folder;
  private final Duration stuckAfter;
  private final ClusterInspection inspection;

  StuckDetector(ProcessCluster cluster, Path folder, Duration stuckAfter) {
    this.cluster = cluster;
    this.folder = folder;
    this.stuckAfter = stuckAfter;
    this.inspection = new ClusterInspection(cluster.database());
  }

  List<InvariantViolation> await() throws InterruptedException, IOException {
    ClusterInspection.Progress last = new ClusterInspection.Progress(-1, -1);
    long moved = System.nanoTime();
    while (true) {
      ClusterInspection.Progress now = progress(last);
      boolean idle = cluster.crowd().isIdle();
      if (idle && now.live() == 0) {
        return List.of();
      }
      if (!now.equals(last)) {
        last = now;
        moved = System.nanoTime();
      } else if (System.nanoTime() - moved > stuckAfter.toNanos()) {
        Path dump = dump();
        return List.of(
            new InvariantViolation(
                "I5",
                "the cluster",
                "no progress for %d s with %d live executions while clients %s; see %s"
                    .formatted(
                        stuckAfter.toSeconds(), now.live(), idle ? "are idle" : "wait", dump)));
      }
      Thread.sleep(POLL_INTERVAL);
    }
  }

  /** Returns the current progress, or the last known one while the database is down. */
  private ClusterInspection.Progress progress(ClusterInspection.Progress last) {
    try {
      return inspection.progress();
    } catch (SQLException e) {
      return last;
    }
  }

  private Path dump() throws IOException, InterruptedException {
    Path dump = Files.createDirectories(folder.resolve("stuck"));
    StringBuilder tables = new StringBuilder();
    for (String query : TABLES) {
      try {
        tables.append(inspection.table(query));
      } catch (SQLException e) {
        tables.append(query).append(": ").append(e).append('\n');
      }
    }
    Files.writeString(dump.resolve("tables.txt"), tables);
    cluster.dumpThreads(dump);
    return dump;
  }
}
