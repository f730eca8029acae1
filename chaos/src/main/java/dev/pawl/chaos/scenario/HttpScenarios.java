package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.InvariantViolation;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The attacks on three servers that are checked over their API only. */
final class HttpScenarios {

  private static final System.Logger LOG = System.getLogger(HttpScenarios.class.getName());

  private static final int SERVERS = 3;
  private static final Duration STUCK_AFTER = Duration.ofSeconds(40);

  static final HttpAttack KILLED = new HttpAttack("1", HttpFaults::kill, HttpAttack.Care.FAULTS);
  static final HttpAttack DATABASE_KILLED =
      new HttpAttack("3", HttpFaults::killDatabase, HttpAttack.Care.NO_DATABASE);
  static final HttpAttack ANSWERS_LOST =
      new HttpAttack("5", HttpFaults::loseAnswers, HttpAttack.Care.NO_DATABASE);
  static final HttpAttack FROZEN = new HttpAttack("6", HttpFaults::freeze, HttpAttack.Care.FAULTS);
  static final HttpAttack ROLLING = new HttpAttack("9", HttpFaults::roll, HttpAttack.Care.RESTARTS);
  static final HttpAttack RACES = new HttpAttack("26", HttpMessages::race, HttpAttack.Care.CALM);
  static final HttpAttack DUPLICATES =
      new HttpAttack("27", HttpMessages::duplicate, HttpAttack.Care.CALM);
  static final HttpAttack PAYLOADS =
      new HttpAttack("34", HttpLimits::payloads, HttpAttack.Care.CALM);
  static final HttpAttack POISON =
      new HttpAttack("38", HttpMessages::poison, HttpAttack.Care.MENDED);
  static final HttpAttack FLOOD = new HttpAttack("40", HttpFlood::flood, HttpAttack.Care.CALM);
  static final HttpAttack SLOW_READERS =
      new HttpAttack("41", HttpStreams::slow, HttpAttack.Care.CALM);

  static final HttpAttack EVENTS =
      new HttpAttack("events", HttpEvents::publish, HttpAttack.Care.FAULTS);

  private HttpScenarios() {}

  /** An attack on servers; it may add violations that it detects itself. */
  interface Attack {
    String on(ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
        throws Exception;
  }

  /**
   * An attack and its tolerances.
   *
   * @param number its number in the reliability plan
   */
  record HttpAttack(String number, Attack attack, Care care) {

    /**
     * The tolerances of an attack.
     *
     * @param again how often a worker may lose its servers and its work be repeated
     * @param longestGap how long an execution may make no progress
     */
    record Care(int again, Duration longestGap) {

      /** No faults: excess load is refused with 4xx. */
      static final Care CALM = new Care(0, ScenarioContext.MAX_PROGRESS_GAP);

      /** Servers are killed or frozen. */
      static final Care FAULTS = new Care(10, ScenarioContext.MAX_PROGRESS_GAP);

      /** Servers are stopped gracefully: they answer the requests they have accepted. */
      static final Care RESTARTS = new Care(3, ScenarioContext.MAX_PROGRESS_GAP);

      /** Executions wait for a repair. */
      static final Care MENDED = new Care(3, Duration.ofMinutes(10));

      /** The database is down, so completed work may not be recorded. */
      static final Care NO_DATABASE = new Care(20, ScenarioContext.MAX_PROGRESS_GAP);
    }

    ScenarioReport alone(ScenarioContext context) throws Exception {
      return care.equals(Care.CALM) ? calm(context, List.of(this)) : faulty(context, List.of(this));
    }

    private String on(
        ServerCluster cluster, ScenarioContext context, List<InvariantViolation> found)
        throws Exception {
      int firstRun = cluster.crowd().runs().size();
      int known = cluster.tally().faults().size();
      long begun = System.nanoTime();
      List<InvariantViolation> seen = new ArrayList<>();
      String note = attack.on(cluster, context, seen);
      cluster.revive();
      seen.addAll(cluster.settle(STUCK_AFTER));
      cluster.save();
      ServerCluster.CheckResult verdict =
          cluster.check(firstRun, known, care.again(), care.longestGap());
      seen.addAll(verdict.violations());
      seen.forEach(
          one ->
              found.add(
                  new InvariantViolation(
                      one.invariant(), "http-%s %s".formatted(number, one.whose()), one.what())));
      return "http-%s: %d runs, %s%d repeated effects, longest gap %.1f s, %d answers 5xx, %d s"
          .formatted(
              number,
              cluster.crowd().runs().size() - firstRun,
              note.isEmpty() ? "" : note + ", ",
              verdict.repeats(),
              verdict.standstill().toMillis() / 1_000.0,
              verdict.faults(),
              Duration.ofNanos(System.nanoTime() - begun).toSeconds());
    }
  }

  /** Runs all attacks in sequence: those without dying servers first, the others on new servers. */
  static ScenarioReport together(ScenarioContext context) throws Exception {
    ScenarioReport calm = calm(context, List.of(DUPLICATES, RACES, PAYLOADS, FLOOD, SLOW_READERS));
    if (!calm.violations().isEmpty()) {
      return calm;
    }
    ScenarioReport faulty =
        faulty(
            context,
            List.of(DATABASE_KILLED, ANSWERS_LOST, KILLED, EVENTS, FROZEN, ROLLING, POISON));
    return new ScenarioReport(
        faulty.violations(), Optional.empty(), calm.note() + "; " + faulty.note());
  }

  private static ScenarioReport calm(ScenarioContext context, List<HttpAttack> ordeals)
      throws Exception {
    return run(context, ScenarioContext.CALM_LEASE, "calm", ordeals);
  }

  private static ScenarioReport faulty(ScenarioContext context, List<HttpAttack> ordeals)
      throws Exception {
    return run(context, ScenarioContext.LEASE, "faulty", ordeals);
  }

  private static ScenarioReport run(
      ScenarioContext context, Duration lease, String folder, List<HttpAttack> ordeals)
      throws Exception {
    List<InvariantViolation> found = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try (ServerCluster cluster =
        ServerCluster.open(
            context.server().newDatabase(),
            context.folder().resolve(folder),
            lease,
            context.seed(),
            SERVERS)) {
      for (Program program : List.of(Programs.five(), Programs.listener(), Programs.gates())) {
        cluster.deploy(program);
      }
      for (HttpAttack ordeal : ordeals) {
        String note = ordeal.on(cluster, context, found);
        LOG.log(Level.INFO, note);
        notes.add(note);
        if (!found.isEmpty()) {
          // Stuck executions would delay each of the following attacks.
          break;
        }
      }
      notes.add("answers " + cluster.tally().counts());
    }
    return new ScenarioReport(found, Optional.empty(), String.join("; ", notes));
  }
}
