package dev.pawl.bench.compare;

import dev.pawl.peers.Database;
import dev.pawl.peers.Workload;
import dev.pawl.sdk.Json;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Runs every workload on every engine, each on a fresh database, and collects the measurements. */
final class Comparison implements AutoCloseable {

  /**
   * The most important workload runs last, when the engine's code is compiled. Latency is measured
   * with W1, before its load.
   */
  private static final List<Workload> ORDER =
      List.of(Workload.W4, Workload.W2, Workload.W3, Workload.W1);

  private final MeasurementPlan plan;
  private final List<ComparedEngine> contenders;
  private final BenchmarkServer server;
  private final Path logs;
  private final PrintStream progress;
  private final Map<ComparedEngine, EngineProcess> children = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final Map<Workload, Map<String, List<Measurement>>> loads = new EnumMap<>(Workload.class);
  private final Map<String, List<Measurement>> alone = new LinkedHashMap<>();
  private final Map<Integer, List<Measurement>> raw = new TreeMap<>();

  Comparison(
      MeasurementPlan plan,
      List<ComparedEngine> contenders,
      BenchmarkServer server,
      Path logs,
      PrintStream progress) {
    this.plan = plan;
    this.contenders = contenders;
    this.server = server;
    this.logs = logs;
    this.progress = progress;
  }

  void run() {
    for (ComparedEngine contender : contenders) {
      runOrRecordFailure(contender, this::warmUp);
    }
    for (int round = 0; round < plan.rounds(); round++) {
      runOrRecordFailure(ComparedEngine.raw(), this::rawInserts);
      for (Workload workload : ORDER) {
        for (ComparedEngine contender : contenders) {
          runOrRecordFailure(contender, child -> load(contender, child, workload));
        }
      }
    }
  }

  /** Measures Pawl on a full database; the other engines are not measured there. */
  Optional<GrowthResult> growth() {
    List<GrowthResult> measured = new ArrayList<>();
    for (ComparedEngine contender : contenders) {
      if (contender.key().equals(ComparedEngine.PAWL)) {
        runOrRecordFailure(
            contender,
            child -> measured.add(new GrowthRun(server, child, plan.load(), progress).measure()));
      }
    }
    return measured.stream().findFirst();
  }

  /** Returns one line per failed measurement; failed measurements are missing from the results. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  ComparisonResults results(String machine, Optional<GrowthResult> growth) {
    Map<String, String> titles = new LinkedHashMap<>();
    contenders.forEach(contender -> titles.put(contender.key(), contender.title()));
    Map<Workload, Map<String, Measurement>> medians = new EnumMap<>(Workload.class);
    loads.forEach((workload, engines) -> medians.put(workload, medians(engines)));
    return new ComparisonResults(machine, titles, medians, medians(alone), medians(raw), growth);
  }

  private static <K> Map<K, Measurement> medians(Map<K, List<Measurement>> rounds) {
    Map<K, Measurement> medians = new LinkedHashMap<>();
    rounds.forEach((key, measurements) -> medians.put(key, Measurement.median(measurements)));
    return medians;
  }

  private interface Part {
    void measure(EngineProcess child);
  }

  private void runOrRecordFailure(ComparedEngine contender, Part part) {
    EngineProcess child =
        children.computeIfAbsent(contender, absent -> EngineProcess.start(absent, logs));
    try {
      part.measure(child);
    } catch (EngineProcess.Failed failed) {
      progress.println(failed.getMessage());
      failures.add(failed.getMessage());
      children.remove(contender);
      child.close();
    }
  }

  private void warmUp(EngineProcess child) {
    Database database = open(child);
    child.request("heat", Workload.W1, alive(child, Workload.W1), plan.warmUpMillis());
    close(child, database);
  }

  private static int alive(EngineProcess child, Workload workload) {
    return Integer.parseInt(child.request("alive", workload).get("alive").orElseThrow().asText());
  }

  private void load(ComparedEngine contender, EngineProcess child, Workload workload) {
    Database database = open(child);
    if (workload == Workload.W1) {
      Measurement measured = measure(child, Workload.W1, 1, plan.alone());
      record(alone, contender.key(), measured, contender.title() + " W1 alone");
    }
    Measurement measured = measure(child, workload, alive(child, workload), plan.load());
    record(
        loads.computeIfAbsent(workload, absent -> new LinkedHashMap<>()),
        contender.key(),
        measured,
        contender.title() + " " + workload);
    close(child, database);
  }

  private void rawInserts(EngineProcess child) {
    Database database = open(child);
    for (int clients : RawInserts.CLIENTS) {
      Measurement measured = measure(child, Workload.W3, clients, plan.raw());
      record(raw, clients, measured, "PostgreSQL, " + clients + " clients");
    }
    close(child, database);
  }

  private Database open(EngineProcess child) {
    Database database = server.freshDatabase();
    child.request("open", database.url(), database.user(), database.password());
    server.checkpoint();
    return database;
  }

  private void close(EngineProcess child, Database database) {
    child.request("close");
    server.drop(database);
  }

  private static Measurement measure(
      EngineProcess child, Workload workload, int alive, MeasurementPlan.Phase phase) {
    Json answer = child.request("run", workload, alive, phase.warmUpMillis(), phase.windowMillis());
    return Measurement.of(answer);
  }

  private <K> void record(
      Map<K, List<Measurement>> rounds, K key, Measurement measured, String label) {
    rounds.computeIfAbsent(key, absent -> new ArrayList<>()).add(measured);
    progress.printf(
        "%-28s %,9.0f /s  p50 %8.2f ms  p99 %8.2f ms  %,9.0f B WAL  %6.2f commits  %.3f ms CPU%n",
        label,
        measured.executionsPerSecond(),
        measured.p50Millis(),
        measured.p99Millis(),
        measured.walBytes(),
        measured.commits(),
        measured.cpuMillis());
  }

  @Override
  public void close() {
    children.values().forEach(EngineProcess::close);
  }
}
