package dev.pawl.server.failure;

import dev.pawl.server.failure.FailureFactorView.FactorKind;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Finds what failed executions have more often than executions that succeeded. A pure function of
 * two samples.
 */
final class FailureFactors {

  /** Smaller samples say nothing. */
  static final int MIN_SAMPLE = 3;

  static final int MAX_FACTORS = 12;

  /** The least difference of shares. */
  static final double MIN_DIFFERENCE = 0.1;

  private static final int MAX_PREFIX = 60;
  private static final int MIN_PREFIX = 2;
  private static final String SEPARATORS = "_-./:@#| ";

  private FailureFactors() {}

  /** Where a value is found. */
  record FactorName(FactorKind kind, String name) {}

  private record Candidate(FactorName name, String value, boolean prefix, int failures, int good) {

    FailureFactorView view(int failed, int succeeded) {
      return new FailureFactorView(
          name.kind(),
          name.name(),
          prefix ? value + "*" : value,
          prefix,
          failures,
          share(failures, failed),
          good,
          share(good, succeeded));
    }
  }

  /**
   * Returns the factors, the largest difference of shares first; none if a sample is too small.
   *
   * @param failed values of each execution that failed
   * @param good values of each execution that succeeded
   */
  static List<FailureFactorView> of(
      List<Map<FactorName, String>> failed, List<Map<FactorName, String>> good) {
    if (failed.size() < MIN_SAMPLE || good.size() < MIN_SAMPLE) {
      return List.of();
    }
    Map<FactorName, Map<String, Integer>> failedValues = counts(failed);
    Map<FactorName, Map<String, Integer>> goodValues = counts(good);
    List<FailureFactorView> factors = new ArrayList<>();
    failedValues.forEach(
        (name, values) ->
            best(name, values, goodValues.getOrDefault(name, Map.of()), failed.size(), good.size())
                .map(one -> one.view(failed.size(), good.size()))
                .ifPresent(factors::add));
    return sorted(factors);
  }

  /** Returns factors in their order, without those beyond the largest number. */
  static List<FailureFactorView> sorted(Collection<FailureFactorView> factors) {
    return factors.stream()
        .filter(one -> difference(one) >= MIN_DIFFERENCE)
        .sorted(
            Comparator.comparingDouble((FailureFactorView one) -> -difference(one))
                .thenComparing(one -> -one.failureShare())
                .thenComparing(FailureFactorView::kind)
                .thenComparing(FailureFactorView::name))
        .limit(MAX_FACTORS)
        .toList();
  }

  private static double difference(FailureFactorView factor) {
    return factor.failureShare() - factor.goodShare();
  }

  static double share(long count, long of) {
    return of == 0 ? 0 : Math.round(10_000.0 * count / of) / 10_000.0;
  }

  private static Map<FactorName, Map<String, Integer>> counts(
      List<Map<FactorName, String>> executions) {
    Map<FactorName, Map<String, Integer>> counts = new LinkedHashMap<>();
    executions.forEach(
        execution ->
            execution.forEach(
                (name, value) ->
                    counts
                        .computeIfAbsent(name, any -> new LinkedHashMap<>())
                        .merge(value, 1, Integer::sum)));
    return counts;
  }

  /** Returns the value, or the beginning of values, with the largest difference of shares. */
  private static Optional<Candidate> best(
      FactorName name,
      Map<String, Integer> failed,
      Map<String, Integer> good,
      int failedSize,
      int goodSize) {
    List<Candidate> candidates = new ArrayList<>();
    failed.forEach(
        (value, count) ->
            candidates.add(new Candidate(name, value, false, count, good.getOrDefault(value, 0))));
    for (String prefix : prefixes(failed)) {
      Predicate<String> begins = value -> value.startsWith(prefix);
      candidates.add(new Candidate(name, prefix, true, sum(failed, begins), sum(good, begins)));
    }
    // Of equal ones, a whole value before a beginning, and a longer beginning before a shorter.
    return candidates.stream()
        .max(
            Comparator.comparingDouble(
                    (Candidate one) ->
                        share(one.failures(), failedSize) - share(one.good(), goodSize))
                .thenComparing(one -> !one.prefix())
                .thenComparing(one -> one.value().length())
                .thenComparing(Candidate::value));
  }

  private static int sum(Map<String, Integer> counts, Predicate<String> wanted) {
    return counts.entrySet().stream()
        .filter(entry -> wanted.test(entry.getKey()))
        .mapToInt(Map.Entry::getValue)
        .sum();
  }

  /** Returns beginnings up to a separator that at least two values share. */
  private static Set<String> prefixes(Map<String, Integer> values) {
    Map<String, Integer> shared = new HashMap<>();
    for (String value : values.keySet()) {
      Set<String> own = new HashSet<>();
      for (int end = 1; end < Math.min(value.length(), MAX_PREFIX); end++) {
        if (SEPARATORS.indexOf(value.charAt(end)) >= 0 && end + 1 >= MIN_PREFIX) {
          own.add(value.substring(0, end + 1));
        }
      }
      own.forEach(prefix -> shared.merge(prefix, 1, Integer::sum));
    }
    shared.values().removeIf(count -> Objects.equals(count, 1));
    return shared.keySet();
  }
}
