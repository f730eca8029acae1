package dev.pawl.chaos.cluster;

import dev.pawl.chaos.check.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

/**
 * Waits for the end of everything. Where nothing has moved for a while and something still lives,
 * it keeps what is needed to see why.
 */
final class StuckDetector {

  private static final Duration LOOK_EVERY = Duration.ofMillis(250);

  private static final List<String> TABLES =
      List.of(
          "select now()",
          "select * from pawl.node order by id",
          "select * from pawl.fence order by node, writer",
          "select * from pawl.execution order by id limit 200",
          "select tenant, execution, number, owner, at, length(body) as bytes from pawl.inbox"
              + " order by execution, number limit 500",
          "select * from pawl.posted limit 100",
          "select * from pawl.offer limit 200",
          "select execution, max(seq) as seq, max(at) as at from pawl.journal"
              + " where execution in (select id from pawl.execution) group by 1 limit 200",
          "select pid, state, wait_event_type, wait_event, xact_start, query from pg_stat_activity"
              + " where datname = current_database()",
          "select * from pg_locks where not granted");

  private final Watched cluster;
  private final Path folder;
  private final Duration stuckAfter;
  private final Inspection inspection;

  StuckDetector(Watched cluster, Path folder, Duration stuckAfter) {
    this.cluster = cluster;
    this.folder = folder;
    this.stuckAfter = stuckAfter;
    this.inspection = new Inspection(cluster.place());
  }

  List<Violation> await() throws InterruptedException, IOException {
    Inspection.Progress last = new Inspection.Progress(-1, -1);
    long moved = System.nanoTime();
    while (true) {
      Inspection.Progress now = progress(last);
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
            new Violation(
                "I5",
                "the cluster",
                "nothing moved for %d s while %d executions live and clients %s; see %s"
                    .formatted(
                        stuckAfter.toSeconds(), now.live(), idle ? "are idle" : "wait", dump)));
      }
      Thread.sleep(LOOK_EVERY);
    }
  }

  /** While the database is away, nothing is known to have moved. */
  private Inspection.Progress progress(Inspection.Progress last) {
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
