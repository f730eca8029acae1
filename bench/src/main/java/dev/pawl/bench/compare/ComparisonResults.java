package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The measurements of all engines, by engine key.
 *
 * @param machine a short description of the machine
 * @param titles display names in the order of tables and charts
 * @param loads measurements at the best number of concurrent executions of each engine
 * @param alone W1 with one execution at a time
 * @param raw raw inserts by number of clients
 * @param growth the measurements on a full database, if taken
 */
record ComparisonResults(
    String machine,
    Map<String, String> titles,
    Map<Workload, Map<String, Measurement>> loads,
    Map<String, Measurement> alone,
    Map<Integer, Measurement> raw,
    Optional<GrowthResult> growth) {

  private static final int MANY_CLIENTS = 32;

  Optional<Measurement> load(Workload workload, String engine) {
    return Optional.ofNullable(loads.getOrDefault(workload, Map.of()).get(engine));
  }

  /**
   * Returns how many times better Pawl is, by workload and engine: {@code w1_dbos}, {@code
   * w3_raw32}, {@code latency_dbos}. Pawl is ahead above 1.
   */
  Map<String, Double> ratios() {
    Map<String, Double> ratios = new LinkedHashMap<>();
    loads.forEach(
        (workload, engines) -> {
          Measurement pawl = engines.get(ComparedEngine.PAWL);
          if (pawl == null) {
            return;
          }
          String key = key(workload);
          engines.forEach(
              (engine, other) -> {
                if (!engine.equals(ComparedEngine.PAWL)) {
                  put(ratios, key + "_" + engine, pawl.executionsPerSecond(), other);
                }
              });
          Measurement inserts = raw.get(MANY_CLIENTS);
          if (inserts != null) {
            put(ratios, key + "_raw" + MANY_CLIENTS, pawl.executionsPerSecond(), inserts);
          }
        });
    Measurement pawl = alone.get(ComparedEngine.PAWL);
    if (pawl != null) {
      alone.forEach(
          (engine, other) -> {
            if (!engine.equals(ComparedEngine.PAWL) && pawl.p50Millis() > 0) {
              ratios.put("latency_" + engine, other.p50Millis() / pawl.p50Millis());
            }
          });
    }
    return ratios;
  }

  static String key(Workload workload) {
    return "w" + (workload.ordinal() + 1);
  }

  private static void put(
      Map<String, Double> ratios, String name, double ours, Measurement theirs) {
    if (theirs.executionsPerSecond() > 0) {
      ratios.put(name, ours / theirs.executionsPerSecond());
    }
  }
}
