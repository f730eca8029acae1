package dev.pawl.bench.compare;

import dev.pawl.peers.Workload;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.LinkedHashMap;
import java.util.Map;

/** Writes the results as JSON. */
final class ComparisonJson {

  private ComparisonJson() {}

  static JsonObject of(ComparisonResults results) {
    Map<String, Json> report = new LinkedHashMap<>();
    for (Workload workload : Workload.values()) {
      Map<String, Json> engines = new LinkedHashMap<>();
      for (String engine : results.titles().keySet()) {
        results
            .load(workload, engine)
            .ifPresent(found -> engines.put(engine, load(found, workload.steps())));
      }
      report.put(ComparisonResults.key(workload), JsonObject.of(engines));
    }
    Map<String, Json> latency = new LinkedHashMap<>();
    results.alone().forEach((engine, found) -> latency.put(engine, latency(found)));
    report.put("latency", JsonObject.of(latency));
    Map<String, Json> raw = new LinkedHashMap<>();
    results.raw().forEach((clients, found) -> raw.put("clients" + clients, load(found, 1)));
    report.put("raw", JsonObject.of(raw));
    results.growth().ifPresent(growth -> report.put("growth", growth(growth)));
    Map<String, Json> ratios = new LinkedHashMap<>();
    results.ratios().forEach((name, ratio) -> ratios.put(name, number(ratio)));
    report.put("ratios", JsonObject.of(ratios));
    report.put("machine", new JsonString(results.machine()));
    return JsonObject.of(report);
  }

  private static JsonObject load(Measurement found, int steps) {
    return JsonObject.of("executionsPerSecond", number(found.executionsPerSecond()))
        .with("stepsPerSecond", number(found.executionsPerSecond() * steps))
        .with("walBytes", number(found.walBytes()))
        .with("commits", number(found.commits()))
        .with("engineCpuMillis", number(found.engineCpuMillis()))
        .with("postgresCpuMillis", number(found.postgresCpuMillis()))
        .with("p50Millis", number(found.p50Millis()))
        .with("p99Millis", number(found.p99Millis()));
  }

  private static JsonObject latency(Measurement found) {
    return JsonObject.of("p50Millis", number(found.p50Millis()))
        .with("p99Millis", number(found.p99Millis()));
  }

  private static JsonObject growth(GrowthResult growth) {
    return JsonObject.of("parkedExecutions", Json.of(growth.parkedExecutions()))
        .with("journalRows", Json.of(growth.journalRows()))
        .with("empty", load(growth.empty(), Workload.W1.steps()))
        .with("full", load(growth.full(), Workload.W1.steps()))
        .with("throughput", number(growth.throughput()))
        .with("cpu", number(growth.cpu()))
        .with("emptyHeapBytes", Json.of(growth.emptyHeapBytes()))
        .with("fullHeapBytes", Json.of(growth.fullHeapBytes()));
  }

  /** Rounds to four significant digits. */
  private static JsonNumber number(double value) {
    return JsonNumber.of(new BigDecimal(value).round(new MathContext(4)));
  }
}
