package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A large number of executions parked for a month, beside a normal load. */
final class CrowdScenario {

  // The parked executions have their own tenant, so that the checks do not read them. None wakes
  // during the run.
  private static final String INSERT_PARKED =
      """
      insert into pawl.execution (tenant, version, id, priority, queue, depth, flow, wake_at)
      select 2, 1,
             (lpad(to_hex((extract(epoch from now()) * 1000)::bigint), 12, '0') || '7'
               || substr(md5(n::text), 1, 19))::uuid,
             2, 100, 0, 'month', now() + interval '30 days' + n * interval '1 second'
        from generate_series(1, %d) n
      """;

  private CrowdScenario() {}

  static ScenarioReport crowded(ScenarioContext context) throws Exception {
    Program hurried = Programs.five();
    try (NodeCluster cluster = context.calmCluster(2, hurried)) {
      fill(cluster, context.choose(50_000, 1_000_000));
      cluster.crowd().load(() -> hurried, context.choose(20, 50), context.seconds(4, 60));
      boolean gotOn = cluster.awaitLive(0, "tenant = 1");
      cluster.execute("delete from pawl.execution where tenant = 2");
      ScenarioReport report = context.judge(cluster);
      List<InvariantViolation> violations = new ArrayList<>(report.violations());
      if (!gotOn) {
        violations.add(
            new InvariantViolation("I7", "the other executions", "wait for the parked ones"));
      }
      return new ScenarioReport(violations, report.skipped(), report.note());
    }
  }

  private static void fill(NodeCluster cluster, int sleepers) throws SQLException {
    cluster.execute(INSERT_PARKED.formatted(sleepers));
    cluster.execute("vacuum analyze pawl.execution");
  }
}
