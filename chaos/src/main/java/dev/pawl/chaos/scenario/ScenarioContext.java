package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.cluster.NodeCluster;
import dev.pawl.chaos.cluster.PostgresServer;
import dev.pawl.chaos.program.Program;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/**
 * The environment of a scenario.
 *
 * @param server the server for its database
 * @param folder the folder for logs and evidence
 * @param brief true for the short form
 * @param soak the duration of scenarios without a natural end
 */
public record ScenarioContext(
    PostgresServer server, Path folder, long seed, boolean brief, Duration soak) {

  /** The lease duration of nodes that are killed. */
  static final Duration LEASE = Duration.ofSeconds(3);

  /** The lease duration where no node dies: long enough for an overloaded machine. */
  static final Duration CALM_LEASE = Duration.ofSeconds(15);

  /** The promised takeover within 20 s, and two for what the flow itself waits. */
  static final Duration MAX_PROGRESS_GAP = Duration.ofSeconds(22);

  private static final Duration STUCK_AFTER = Duration.ofSeconds(40);

  Random random() {
    return new Random(seed);
  }

  /** Returns the first value in the short form and the second in the full form. */
  <T> T choose(T inBrief, T inFull) {
    return brief ? inBrief : inFull;
  }

  Duration seconds(int inBrief, int inFull) {
    return Duration.ofSeconds(choose(inBrief, inFull));
  }

  /** Opens a cluster in which no node dies. */
  NodeCluster calmCluster(int nodes, Program... programs) throws Exception {
    return cluster(server, CALM_LEASE, nodes, programs);
  }

  /** Opens a cluster on its own database and deploys the programs. */
  NodeCluster cluster(int nodes, Program... programs) throws Exception {
    return cluster(server, LEASE, nodes, programs);
  }

  NodeCluster cluster(PostgresServer on, Duration lease, int nodes, Program... programs)
      throws Exception {
    NodeCluster cluster = NodeCluster.open(on.newDatabase(), folder, lease, seed);
    try {
      for (Program program : programs) {
        cluster.deploy(program);
      }
      cluster.add(nodes);
      return cluster;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  /** Waits until all runs have ended and runs all checks. */
  ScenarioReport judge(NodeCluster cluster) throws Exception {
    return judge(cluster, MAX_PROGRESS_GAP);
  }

  ScenarioReport judge(NodeCluster cluster, Duration longestGap) throws Exception {
    List<InvariantViolation> violations = new ArrayList<>(cluster.settle(STUCK_AFTER));
    cluster.save();
    violations.addAll(cluster.check(longestGap));
    return new ScenarioReport(violations, Optional.empty(), note(cluster));
  }

  private static String note(NodeCluster cluster) {
    Map<Request.RequestResult, Integer> answers = new EnumMap<>(Request.RequestResult.class);
    cluster.log().requests().forEach(request -> answers.merge(request.answer(), 1, Integer::sum));
    long effects = cluster.ledger().effects().size();
    long works =
        cluster.ledger().effects().stream()
            .map(effect -> effect.key() + " " + effect.attempt())
            .distinct()
            .count();
    int rejoined = cluster.ledger().rejoined().values().stream().mapToInt(Integer::intValue).sum();
    return "%d runs; requests %s; %d effects, %d of them again; %d leases lost"
        .formatted(cluster.crowd().runs().size(), answers, effects, effects - works, rejoined);
  }
}
