package dev.pawl.server.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.model.json.JsonText;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.failure.FailureCareStore;
import dev.pawl.postgres.failure.FailureSamples;
import dev.pawl.postgres.failure.FailureSamples.GoodCount;
import dev.pawl.postgres.failure.FailureSamples.SampledExecution;
import dev.pawl.postgres.failure.FailureUpkeep.OutdatedFamily;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.failure.FailureDetailView.FailureExampleView;
import dev.pawl.server.failure.FailureDetailView.FailureSampleView;
import dev.pawl.server.failure.FailureDetailView.InputValueView;
import dev.pawl.server.failure.FailureFactorView.FactorKind;
import dev.pawl.server.failure.FailureFactors.FactorName;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Compares the executions of a family with those of the same flow that succeeded. */
final class FailureComparison {

  /** The number of families that a node compares in the background at a time. */
  static final int MAX_PER_TURN = 10;

  private static final Duration PERIOD = Duration.ofDays(7);
  private static final int MAX_EXAMPLES = 10;
  private static final int MAX_EXAMPLE_VALUES = 3;

  private final FailureViews views;

  FailureComparison(FailureViews views) {
    this.views = views;
  }

  /** What a comparison has found. */
  record Compared(
      FailureSampleView sample,
      List<FailureFactorView> factors,
      List<FailureExampleView> examples) {}

  private record Sampled(SampledExecution execution, Map<String, String> input) {

    static Sampled of(SampledExecution execution) {
      return new Sampled(execution, InputValues.ofFact(execution.firstFact()));
    }

    Map<FactorName, String> values() {
      Map<FactorName, String> values = new LinkedHashMap<>();
      execution
          .labels()
          .map(JsonText::parse)
          .ifPresent(
              labels -> {
                if (labels instanceof JsonObject object) {
                  object
                      .members()
                      .forEach(
                          (name, value) ->
                              values.put(new FactorName(FactorKind.LABEL, name), value.asText()));
                }
              });
      input.forEach((path, value) -> values.put(new FactorName(FactorKind.INPUT, path), value));
      return values;
    }
  }

  /** Compares a family over 7 days, and keeps the strongest factor with it. */
  void compare(TenantDatabase tenanted, OutdatedFamily family) {
    Instant from = Instant.now().minus(PERIOD);
    tenanted
        .of(family.tenant())
        .transact(
            connection -> {
              Compared compared =
                  compare(connection, family.tenant(), family.id(), family.flow(), from);
              FailureCareStore.saveHeadline(
                  connection,
                  family.tenant(),
                  family.id(),
                  views.headline(compared.factors()).orElse(null));
              return compared;
            });
  }

  /** Compares a family from a time on; writes nothing. */
  Compared compare(Connection connection, TenantId tenant, String family, String flow, Instant from)
      throws SQLException {
    List<Sampled> failed =
        FailureSamples.failed(connection, tenant, family, from).stream().map(Sampled::of).toList();
    List<GoodCount> counts = FailureSamples.goodCounts(connection, tenant, flow, from);
    TreeSet<Integer> versions =
        failed.stream()
            .map(one -> one.execution().version())
            .collect(Collectors.toCollection(TreeSet::new));
    versions.retainAll(counts.stream().map(GoodCount::version).toList());
    if (versions.isEmpty()) {
      counts.forEach(one -> versions.add(one.version()));
    }
    List<Sampled> good =
        versions.isEmpty()
            ? List.of()
            : FailureSamples.good(connection, tenant, flow, versions, from).stream()
                .map(Sampled::of)
                .toList();
    List<FailureFactorView> factors =
        new ArrayList<>(
            FailureFactors.of(
                failed.stream().map(Sampled::values).toList(),
                good.stream().map(Sampled::values).toList()));
    version(failed, counts).ifPresent(factors::add);
    List<FailureFactorView> sorted = FailureFactors.sorted(factors);
    int goodRuns =
        counts.stream()
            .filter(one -> versions.contains(one.version()))
            .mapToInt(GoodCount::runs)
            .sum();
    return new Compared(
        new FailureSampleView(failed.size(), good.size(), goodRuns, List.copyOf(versions)),
        sorted,
        examples(failed.stream().limit(MAX_EXAMPLES).toList()));
  }

  /** Returns the version of most failures, compared with all executions that succeeded. */
  private static Optional<FailureFactorView> version(List<Sampled> failed, List<GoodCount> counts) {
    int all = counts.stream().mapToInt(GoodCount::runs).sum();
    if (failed.size() < FailureFactors.MIN_SAMPLE || all < FailureFactors.MIN_SAMPLE) {
      return Optional.empty();
    }
    Map<Integer, Integer> byVersion = new TreeMap<>();
    failed.forEach(one -> byVersion.merge(one.execution().version(), 1, Integer::sum));
    Map<Integer, Integer> good =
        counts.stream().collect(Collectors.toMap(GoodCount::version, GoodCount::runs));
    return byVersion.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(
            most ->
                new FailureFactorView(
                    FactorKind.VERSION,
                    "version",
                    most.getKey().toString(),
                    false,
                    most.getValue(),
                    FailureFactors.share(most.getValue(), failed.size()),
                    good.getOrDefault(most.getKey(), 0),
                    FailureFactors.share(good.getOrDefault(most.getKey(), 0), all)));
  }

  private static List<FailureExampleView> examples(List<Sampled> failed) {
    List<String> paths = varying(failed);
    return failed.stream()
        .map(
            one ->
                new FailureExampleView(
                    one.execution().id().toString(),
                    one.execution().businessKey().orElse(null),
                    one.execution().version(),
                    one.execution().endedAt(),
                    one.execution().cause().orElse(null),
                    paths.stream()
                        .filter(one.input()::containsKey)
                        .map(path -> new InputValueView(path, one.input().getOrDefault(path, "")))
                        .toList(),
                    one.execution().retried()))
        .toList();
  }

  /** Returns the paths of values that differ, those that most examples have first. */
  private static List<String> varying(List<Sampled> examples) {
    Map<String, List<String>> values = new LinkedHashMap<>();
    for (Sampled example : examples) {
      String key = example.execution().businessKey().orElse("");
      example
          .input()
          .forEach(
              (path, value) -> {
                if (!value.equals(key)) {
                  values.computeIfAbsent(path, any -> new ArrayList<>()).add(value);
                }
              });
    }
    return values.entrySet().stream()
        .filter(entry -> entry.getValue().stream().distinct().count() > 1)
        .sorted(
            Comparator.comparingInt(
                (Map.Entry<String, List<String>> entry) -> -entry.getValue().size()))
        .limit(MAX_EXAMPLE_VALUES)
        .map(Map.Entry::getKey)
        .toList();
  }
}
