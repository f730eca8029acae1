package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Very many executions that wait for a month, and others that want to get on beside them. */
final class CrowdScenario {

  // Of a tenant of their own, so that only those in a hurry are judged. None wakes in time.
  private static final String SLEEPERS =
      """
      insert into pawl.execution (tenant, version, id, priority, lane, depth, flow, wake_at)
      select 2, 1,
             (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7'
               || substr(md5(n::text), 1, 19))::uuid,
             2, 100, 0, 'month', now() + interval '30 days' + n * interval '1 second'
        from generate_series(1, %d) n
      """;

  private CrowdScenario() {}

  static Report crowded(Arena arena) throws Exception {
    Program hurried = Programs.five();
    try (Cluster cluster = arena.calmCluster(2, hurried)) {
      fill(cluster, arena.choose(50_000, 1_000_000));
      cluster.crowd().load(() -> hurried, arena.choose(20, 50), arena.seconds(4, 60));
      boolean gotOn = cluster.awaitLive(0, "tenant = 1");
      cluster.execute("delete from pawl.execution where tenant = 2");
      Report report = arena.judge(cluster);
      List<Violation> violations = new ArrayList<>(report.violations());
      if (!gotOn) {
        violations.add(new Violation("I7", "those in a hurry", "wait for those who sleep"));
      }
      return new Report(violations, report.skipped(), report.note());
    }
  }

  private static void fill(Cluster cluster, int sleepers) throws SQLException {
    cluster.execute(SLEEPERS.formatted(sleepers));
    cluster.execute("vacuum analyze pawl.execution");
  }
}
