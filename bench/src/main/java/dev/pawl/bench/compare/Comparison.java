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

/** Gives every engine every workload, each on a fresh database, and collects the figures. */
final class Comparison implements AutoCloseable {

  /**
   * What matters most comes last: by then its engine's code is compiled. Latency is taken with W1,
   * before its load.
   */
  private static final List<Workload> ORDER =
      List.of(Workload.W4, Workload.W2, Workload.W3, Workload.W1);

  private final Plan plan;
  private final List<Contender> contenders;
  private final Server server;
  private final Path logs;
  private final PrintStream progress;
  private final Map<Contender, Child> children = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final Map<Workload, Map<String, List<Measurement>>> loads = new EnumMap<>(Workload.class);
  private final Map<String, List<Measurement>> alone = new LinkedHashMap<>();
  private final Map<Integer, List<Measurement>> raw = new TreeMap<>();

  Comparison(
      Plan plan, List<Contender> contenders, Server server, Path logs, PrintStream progress) {
    this.plan = plan;
    this.contenders = contenders;
    this.server = server;
    this.logs = logs;
    this.progress = progress;
  }

  void run() {
    for (Contender contender : contenders) {
      guard(contender, this::heat);
    }
    for (int round = 0; round < plan.rounds(); round++) {
      guard(Contender.raw(), this::rawInserts);
      for (Workload workload : ORDER) {
        for (Contender contender : contenders) {
          guard(contender, child -> load(contender, child, workload));
        }
      }
    }
  }

  /** How Pawl does on a full database, which no other is asked. */
  Optional<Growth> growth() {
    List<Growth> measured = new ArrayList<>();
    for (Contender contender : contenders) {
      if (contender.key().equals(Contender.PAWL)) {
        guard(
            contender,
            child -> measured.add(new GrowthRun(server, child, plan.load(), progress).measure()));
      }
    }
    return measured.stream().findFirst();
  }

  /** What went wrong, a line each. Its figures are missing from the results. */
  List<String> failures() {
    return List.copyOf(failures);
  }

  Results results(String machine, Optional<Growth> growth) {
    Map<String, String> titles = new LinkedHashMap<>();
    contenders.forEach(contender -> titles.put(contender.key(), contender.title()));
    Map<Workload, Map<String, Measurement>> medians = new EnumMap<>(Workload.class);
    loads.forEach((workload, engines) -> medians.put(workload, medians(engines)));
    return new Results(machine, titles, medians, medians(alone), medians(raw), growth);
  }

  private static <K> Map<K, Measurement> medians(Map<K, List<Measurement>> rounds) {
    Map<K, Measurement> medians = new LinkedHashMap<>();
    rounds.forEach((key, measurements) -> medians.put(key, Measurement.median(measurements)));
    return medians;
  }

  private interface Part {
    void measure(Child child);
  }

  private void guard(Contender contender, Part part) {
    Child child = children.computeIfAbsent(contender, absent -> Child.start(absent, logs));
    try {
      part.measure(child);
    } catch (Child.Failed failed) {
      progress.println(failed.getMessage());
      failures.add(failed.getMessage());
      children.remove(contender);
      child.close();
    }
  }

  private void heat(Child child) {
    Database database = open(child);
    child.ask("heat", Workload.W1, alive(child, Workload.W1), plan.heatMillis());
    close(child, database);
  }

  private static int alive(Child child, Workload workload) {
    return Integer.parseInt(child.ask("alive", workload).get("alive").orElseThrow().asText());
  }

  private void load(Contender contender, Child child, Workload workload) {
    Database database = open(child);
    if (workload == Workload.W1) {
      Measurement measured = measure(child, Workload.W1, 1, plan.alone());
      note(alone, contender.key(), measured, contender.title() + " W1 alone");
    }
    Measurement measured = measure(child, workload, alive(child, workload), plan.load());
    note(
        loads.computeIfAbsent(workload, absent -> new LinkedHashMap<>()),
        contender.key(),
        measured,
        contender.title() + " " + workload);
    close(child, database);
  }

  private void rawInserts(Child child) {
    Database database = open(child);
    for (int clients : RawInserts.CLIENTS) {
      Measurement measured = measure(child, Workload.W3, clients, plan.raw());
      note(raw, clients, measured, "PostgreSQL, " + clients + " clients");
    }
    close(child, database);
  }

  private Database open(Child child) {
    Database database = server.freshDatabase();
    child.ask("open", database.url(), database.user(), database.password());
    server.checkpoint();
    return database;
  }

  private void close(Child child, Database database) {
    child.ask("close");
    server.drop(database);
  }

  private static Measurement measure(Child child, Workload workload, int alive, Plan.Phase phase) {
    Json answer = child.ask("run", workload, alive, phase.warmUpMillis(), phase.windowMillis());
    return Measurement.of(answer);
  }

  private <K> void note(
      Map<K, List<Measurement>> rounds, K key, Measurement measured, String what) {
    rounds.computeIfAbsent(key, absent -> new ArrayList<>()).add(measured);
    progress.printf(
        "%-28s %,9.0f /s  p50 %8.2f ms  p99 %8.2f ms  %,9.0f B WAL  %6.2f commits  %.3f ms CPU%n",
        what,
        measured.executionsPerSecond(),
        measured.p50Millis(),
        measured.p99Millis(),
        measured.walBytes(),
        measured.commits(),
        measured.cpuMillis());
  }

  @Override
  public void close() {
    children.values().forEach(Child::close);
  }
}
