package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What all engines did, by their keys.
 *
 * @param machine on what it was measured, in a few words
 * @param titles of the engines, in the order of tables and charts
 * @param loads under as many executions at once as suit each
 * @param alone W1 with one execution at a time
 * @param raw inserts by the number of clients
 * @param growth if it was measured
 */
record Results(
    String machine,
    Map<String, String> titles,
    Map<Workload, Map<String, Measurement>> loads,
    Map<String, Measurement> alone,
    Map<Integer, Measurement> raw,
    Optional<Growth> growth) {

  private static final int MANY_CLIENTS = 32;

  Optional<Measurement> load(Workload workload, String engine) {
    return Optional.ofNullable(loads.getOrDefault(workload, Map.of()).get(engine));
  }

  /**
   * How many times better Pawl is, by workload and engine: {@code w1_dbos}, {@code w3_raw32},
   * {@code latency_dbos}. Above 1, Pawl is ahead.
   */
  Map<String, Double> ratios() {
    Map<String, Double> ratios = new LinkedHashMap<>();
    loads.forEach(
        (workload, engines) -> {
          Measurement pawl = engines.get(Contender.PAWL);
          if (pawl == null) {
            return;
          }
          String key = key(workload);
          engines.forEach(
              (engine, other) -> {
                if (!engine.equals(Contender.PAWL)) {
                  put(ratios, key + "_" + engine, pawl.executionsPerSecond(), other);
                }
              });
          Measurement inserts = raw.get(MANY_CLIENTS);
          if (inserts != null) {
            put(ratios, key + "_raw" + MANY_CLIENTS, pawl.executionsPerSecond(), inserts);
          }
        });
    Measurement pawl = alone.get(Contender.PAWL);
    if (pawl != null) {
      alone.forEach(
          (engine, other) -> {
            if (!engine.equals(Contender.PAWL) && pawl.p50Millis() > 0) {
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
