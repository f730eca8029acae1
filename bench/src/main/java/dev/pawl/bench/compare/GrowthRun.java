package dev.pawl.bench.compare;

import dev.pawl.peers.Database;
import dev.pawl.peers.Workload;
import dev.pawl.sdk.Json;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures W1 on a full and an empty database in turn, so that other load on the machine affects
 * both.
 */
final class GrowthRun {

  private static final int ROUNDS = 5;
  private static final long PARKED_EXECUTIONS = 1_000_000;
  private static final long JOURNAL_ROWS = 10_000_000;

  private final BenchmarkServer server;
  private final EngineProcess child;
  private final MeasurementPlan.Phase phase;
  private final PrintStream progress;

  /** A database and its measurements. */
  private static final class Side {
    private final List<Measurement> rounds = new ArrayList<>();
    private final List<Long> heaps = new ArrayList<>();

    long heap() {
      long[] sorted = heaps.stream().mapToLong(Long::longValue).sorted().toArray();
      return sorted[sorted.length / 2];
    }
  }

  GrowthRun(
      BenchmarkServer server,
      EngineProcess child,
      MeasurementPlan.Phase phase,
      PrintStream progress) {
    this.server = server;
    this.child = child;
    this.phase = phase;
    this.progress = progress;
  }

  GrowthResult measure() {
    Database crowded = server.freshDatabase();
    open(crowded);
    child.request("times", Workload.W1, 1);
    child.request("close");
    progress.printf(
        "filling a database: %,d parked, %,d journal rows%n", PARKED_EXECUTIONS, JOURNAL_ROWS);
    DatabaseFiller.fill(crowded, PARKED_EXECUTIONS, JOURNAL_ROWS);
    server.checkpoint();
    Side empty = new Side();
    Side full = new Side();
    for (int round = 0; round < ROUNDS; round++) {
      Database fresh = server.freshDatabase();
      measure(fresh, empty);
      server.drop(fresh);
      measure(crowded, full);
    }
    server.drop(crowded);
    return new GrowthResult(
        PARKED_EXECUTIONS,
        JOURNAL_ROWS,
        Measurement.median(empty.rounds),
        Measurement.median(full.rounds),
        empty.heap(),
        full.heap());
  }

  private void measure(Database database, Side side) {
    open(database);
    server.checkpoint();
    String alive = child.request("alive", Workload.W1).get("alive").map(Json::asText).orElseThrow();
    Measurement measured =
        Measurement.of(
            child.request("run", Workload.W1, alive, phase.warmUpMillis(), phase.windowMillis()));
    side.rounds.add(measured);
    side.heaps.add(
        Long.parseLong(child.request("heap").get("bytes").map(Json::asText).orElseThrow()));
    child.request("close");
    progress.printf(
        "growth: %,.0f /s, %.3f ms CPU%n", measured.executionsPerSecond(), measured.cpuMillis());
  }

  private void open(Database database) {
    child.request("open", database.url(), database.user(), database.password());
  }
}
