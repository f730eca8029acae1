package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.cluster.Cluster;
import dev.pawl.chaos.cluster.Server;
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
 * What a scenario has to work with.
 *
 * @param server where it makes its database
 * @param folder where it leaves logs and evidence
 * @param brief whether there is little time
 * @param soak how long to go on where that is all that matters
 */
public record Arena(Server server, Path folder, long seed, boolean brief, Duration soak) {

  /** How long a dead node's work lies idle, at least. */
  static final Duration LEASE = Duration.ofSeconds(3);

  /** Where nobody dies: a lease that even a starved machine can hold. */
  static final Duration CALM_LEASE = Duration.ofSeconds(15);

  /** Takeover within 20 s, and two for what the flow itself waits. */
  static final Duration LONGEST_GAP = Duration.ofSeconds(22);

  private static final Duration STUCK_AFTER = Duration.ofSeconds(40);

  Random random() {
    return new Random(seed);
  }

  /** One of two, by how much time there is. */
  <T> T choose(T inBrief, T inFull) {
    return brief ? inBrief : inFull;
  }

  Duration seconds(int inBrief, int inFull) {
    return Duration.ofSeconds(choose(inBrief, inFull));
  }

  /** A cluster in which nobody dies. */
  Cluster calmCluster(int nodes, Program... programs) throws Exception {
    return cluster(server, CALM_LEASE, nodes, programs);
  }

  /** A cluster on a database of its own, with the flows of these programs. */
  Cluster cluster(int nodes, Program... programs) throws Exception {
    return cluster(server, LEASE, nodes, programs);
  }

  Cluster cluster(Server on, Duration lease, int nodes, Program... programs) throws Exception {
    Cluster cluster = Cluster.open(on.newDatabase(), folder, lease, seed);
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

  /** Waits for the end of everything and looks what came of it. */
  Report judge(Cluster cluster) throws Exception {
    return judge(cluster, LONGEST_GAP);
  }

  Report judge(Cluster cluster, Duration longestGap) throws Exception {
    List<Violation> violations = new ArrayList<>(cluster.settle(STUCK_AFTER));
    cluster.save();
    violations.addAll(cluster.check(longestGap));
    return new Report(violations, Optional.empty(), note(cluster));
  }

  private static String note(Cluster cluster) {
    Map<Request.Answer, Integer> answers = new EnumMap<>(Request.Answer.class);
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
