package dev.pawl.chaos.scenario;

import dev.pawl.chaos.check.Violation;
import dev.pawl.chaos.client.StatusTally;
import dev.pawl.chaos.cluster.ServerCluster;
import dev.pawl.chaos.program.Program;
import dev.pawl.chaos.program.Programs;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The attacks on three servers that are known by nothing but their API. */
final class HttpScenarios {

  private static final int SERVERS = 3;
  private static final Duration STUCK_AFTER = Duration.ofSeconds(40);

  /** Five seconds, and one that the flow itself waits. */
  private static final Duration REPLACED = Duration.ofSeconds(6);

  static final Ordeal KILLED = new Ordeal("1", HttpFaults::kill, Ordeal.Care.FAULTS);
  static final Ordeal DATABASE_KILLED =
      new Ordeal("3", HttpFaults::killDatabase, Ordeal.Care.NO_DATABASE);
  static final Ordeal ANSWERS_LOST =
      new Ordeal("5", HttpFaults::loseAnswers, Ordeal.Care.NO_DATABASE);
  static final Ordeal FROZEN = new Ordeal("6", HttpFaults::freeze, Ordeal.Care.ASLEEP);
  static final Ordeal ROLLING = new Ordeal("9", HttpFaults::roll, Ordeal.Care.RESTARTS);
  static final Ordeal RACES = new Ordeal("26", HttpMessages::race, Ordeal.Care.CALM);
  static final Ordeal DUPLICATES = new Ordeal("27", HttpMessages::duplicate, Ordeal.Care.CROWDED);
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
     * @param excuses the codes of the 503 that the fault itself brings about, each of which has to
     *     say when to ask again: any other answer of 500 and above breaks a promise
     * @param longestGap how long an execution may stand still
     */
    record Care(int again, Set<String> excuses, Duration longestGap) {

      private static final String AWAY = "unavailable";
      private static final String TOO_MUCH = "overloaded";

      /** Nothing fails, however much is asked for: what is too much is refused with 4xx. */
      static final Care CALM = new Care(0, Set.of(), Arena.LONGEST_GAP);

      /** A server that has just begun may ask those who come all at once to come again. */
      static final Care CROWDED = new Care(0, Set.of(TOO_MUCH), Arena.LONGEST_GAP);

      /** A server that is gone answers nothing at all; the others have all they need. */
      static final Care FAULTS = new Care(10, Set.of(), Arena.LONGEST_GAP);

      /** A server that wakes up finds that requests have waited too long for a connection. */
      static final Care ASLEEP = new Care(10, Set.of(AWAY, TOO_MUCH), Arena.LONGEST_GAP);

      /** A server that is told to stop answers what it has begun, and then nothing at all. */
      static final Care RESTARTS = new Care(3, Set.of(), REPLACED);

      /** As long as somebody has to mend something. */
      static final Care MENDED = new Care(3, Set.of(), Duration.ofMinutes(10));

      /**
       * Nobody can start or read anything without the database, nor tell what became of a write
       * whose connection was cut; and much has piled up when it is back.
       */
      static final Care NO_DATABASE = new Care(20, Set.of(AWAY, TOO_MUCH), Duration.ofSeconds(40));
    }

    Report alone(Arena arena) throws Exception {
      return run(arena, List.of(this));
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
      ServerCluster.Verdict verdict = cluster.check(firstRun, care.again(), care.longestGap());
      seen.addAll(verdict.violations());
      List<StatusTally.Fault> all = cluster.tally().faults();
      List<StatusTally.Fault> faults = all.subList(known, all.size());
      for (StatusTally.Fault fault : faults) {
        if (!fault.isAway(care.excuses())) {
          seen.add(new Violation("I8", "a server", "answered " + fault));
        }
      }
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
              faults.size(),
              Duration.ofNanos(System.nanoTime() - begun).toSeconds());
    }
  }

  /** One after the other on the same servers. */
  static Report together(Arena arena) throws Exception {
    return run(
        arena,
        List.of(
            DUPLICATES,
            RACES,
            PAYLOADS,
            FLOOD,
            SLOW_READERS,
            KILLED,
            FROZEN,
            ROLLING,
            DATABASE_KILLED,
            ANSWERS_LOST,
            POISON));
  }

  private static Report run(Arena arena, List<Ordeal> ordeals) throws Exception {
    List<Violation> found = new ArrayList<>();
    List<String> notes = new ArrayList<>();
    try (ServerCluster cluster =
        ServerCluster.open(
            arena.server().newDatabase(), arena.folder(), Arena.LEASE, arena.seed(), SERVERS)) {
      for (Program program : List.of(Programs.five(), Programs.listener(), Programs.gates())) {
        cluster.deploy(program);
      }
      for (Ordeal ordeal : ordeals) {
        notes.add(ordeal.on(cluster, arena, found));
      }
      notes.add("answers " + cluster.tally().counts());
    }
    return new Report(found, Optional.empty(), String.join("; ", notes));
  }
}
