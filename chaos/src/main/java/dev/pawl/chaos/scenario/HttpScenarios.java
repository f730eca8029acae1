package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The attacks on three servers that are known by nothing but their API. */
final class HttpScenarios {

  private static final System.Logger LOG = System.getLogger(HttpScenarios.class.getName());

  private static final int SERVERS = 3;
  private static final Duration STUCK_AFTER = Duration.ofSeconds(40);

  /** Five seconds, and one that the flow itself waits. */
  private static final Duration REPLACED = Duration.ofSeconds(6);

  static final Ordeal KILLED = new Ordeal("1", HttpFaults::kill, Ordeal.Care.FAULTS);
  static final Ordeal DATABASE_KILLED =
      new Ordeal("3", HttpFaults::killDatabase, Ordeal.Care.NO_DATABASE);
  static final Ordeal ANSWERS_LOST =
      new Ordeal("5", HttpFaults::loseAnswers, Ordeal.Care.NO_DATABASE);
  static final Ordeal FROZEN = new Ordeal("6", HttpFaults::freeze, Ordeal.Care.FAULTS);
  static final Ordeal ROLLING = new Ordeal("9", HttpFaults::roll, Ordeal.Care.RESTARTS);
  static final Ordeal RACES = new Ordeal("26", HttpMessages::race, Ordeal.Care.CALM);
  static final Ordeal DUPLICATES = new Ordeal("27", HttpMessages::duplicate, Ordeal.Care.CALM);
  static final Ordeal PAYLOADS = new Ordeal("34", HttpLimits::payloads, Ordeal.Care.CALM);
  static final Ordeal POISON = new Ordeal("38", HttpMessages::poison, Ordeal.Care.MENDED);
  static final Ordeal FLOOD = new Ordeal("40", HttpFlood::flood, Ordeal.Care.CALM);
  static final Ordeal SLOW_READERS = new Ordeal("41", HttpStreams::slow, Ordeal.Care.CALM);

  private HttpScenarios() {}

  /** What is done to servers; what it sees by itself, it adds to what was found. */
  interface Attack {
    String on(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception;
  }

  /**
   * An attack and what may come of it.
   *
   * @param number by which the reliability plan knows it
   */
  record Ordeal(String number, Attack attack, Care care) {

    /**
     * What is allowed.
     *
     * @param again how often a worker may be cut off and its work be done again
     * @param longestGap how long an execution may stand still
     */
    record Care(int again, Duration longestGap) {

      /** Nothing fails, however much is asked for: what is too much is refused with 4xx. */
      static final Care CALM = new Care(0, Arena.LONGEST_GAP);

      /** Servers that die or freeze. */
      static final Care FAULTS = new Care(10, Arena.LONGEST_GAP);

      /** A server that is told to stop answers what it has begun, and then nothing at all. */
      static final Care RESTARTS = new Care(3, REPLACED);

      /** As long as somebody has to mend something. */
      static final Care MENDED = new Care(3, Duration.ofMinutes(10));

      /** Nobody can write down what was done, or knows whether it has been. */
      static final Care NO_DATABASE = new Care(20, Arena.LONGEST_GAP);
    }

    Report alone(Arena arena) throws Exception {
      return care.equals(Care.CALM) ? calm(arena, List.of(this)) : faulty(arena, List.of(this));
    }

    private String on(ServerCluster cluster, Arena arena, List<Violation> found) throws Exception {
      int firstRun = cluster.crowd().runs().size();
      int known = cluster.tally().faults().size();
      long begun = System.nanoTime();
      List<Violation> seen = new ArrayList<>();
      String note = attack.on(cluster, arena, seen);
      cluster.revive();
      seen.addAll(cluster.settle(STUCK_AFTER));
      cluster.save();
      ServerCluster.Verdict verdict =
          cluster.check(firstRun, known, care.again(), care.longestGap());
      seen.addAll(verdict.violations());
      seen.forEach(
          one ->
              found.add(
                  new Violation(
                      one.invariant(), "http-%s %s".formatted(number, one.whose()), one.what())));
      return "http-%s: %d runs, %s%d effects again, stood still %.1f s, 5xx %d times, %d s"
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

  /** One after the other: those in which nobody dies, and then the others on other servers. */
  static Report together(Arena arena) throws Exception {
    Report calm = calm(arena, List.of(DUPLICATES, RACES, PAYLOADS, FLOOD, SLOW_READERS));
    if (!calm.violations().isEmpty()) {
      return calm;
    }
    Report faulty =
        faulty(arena, List.of(DATABASE_KILLED, ANSWERS_LOST, KILLED, FROZEN, ROLLING, POISON));
    return new Report(faulty.violations(), Optional.empty(), calm.note() + "; " + faulty.note());
  }

  private static Report calm(Arena arena, List<Ordeal> ordeals) throws Exception {
    return run(arena, Arena.CALM_LEASE, "calm", ordeals);
  }

  private static Report faulty(Arena arena, List<Ordeal> ordeals) throws Exception {
    return run(arena, Arena.LEASE, "faulty", ordeals);
  }

  private static Report run(Arena arena, Duration lease, String folder, List<Ordeal> ordeals)
      throws Exception {
    List<Violation> found = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try (ServerCluster cluster =
        ServerCluster.open(
            arena.server().newDatabase(),
            arena.folder().resolve(folder),
            lease,
            arena.seed(),
            SERVERS)) {
      for (Program program : List.of(Programs.five(), Programs.listener(), Programs.gates())) {
        cluster.deploy(program);
      }
      for (Ordeal ordeal : ordeals) {
        String note = ordeal.on(cluster, arena, found);
        LOG.log(Level.INFO, note);
        notes.add(note);
        if (!found.isEmpty()) {
          // What is stuck now would be waited for after each of the others.
          break;
        }
      }
      notes.add("answers " + cluster.tally().counts());
    }
    return new Report(found, Optional.empty(), String.join("; ", notes));
  }
}
