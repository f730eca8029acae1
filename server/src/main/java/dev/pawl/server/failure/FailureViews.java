package dev.pawl.server.failure;

import dev.pawl.postgres.failure.FailureFamilies.FamilyChange;
import dev.pawl.postgres.failure.FailureFamilies.HourCount;
import dev.pawl.postgres.failure.FailureFamily;
import dev.pawl.server.failure.FailureDetailView.FailureChangeKind;
import dev.pawl.server.failure.FailureDetailView.FailureChangeView;
import dev.pawl.server.failure.FailureFamilyView.FailurePointView;
import dev.pawl.server.failure.FailureFamilyView.FailureSeriesView;
import dev.pawl.server.failure.FailureFamilyView.FailureStatus;
import dev.pawl.server.failure.FailureFamilyView.VersionFailuresView;
import dev.pawl.server.web.ApiJson;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.LongStream;

/** Converts stored families to the form of the API. */
final class FailureViews {

  private final ApiJson json;

  FailureViews(ApiJson json) {
    this.json = json;
  }

  FailureFamilyView family(
      FailureFamily family,
      List<HourCount> counts,
      int retryable,
      FailurePeriod period,
      OptionalInt version) {
    List<HourCount> counted =
        counts.stream()
            .filter(one -> version.isEmpty() || version.getAsInt() == one.version())
            .toList();
    return new FailureFamilyView(
        family.id(),
        family.key().flow(),
        family.flowName(),
        family.key().state(),
        family.key().error(),
        family.key().message(),
        family.cause().orElse(null),
        FailureStatus.valueOf(family.status()),
        counted.stream().mapToLong(HourCount::count).sum(),
        retryable,
        point(family.first()),
        point(family.last()),
        versions(counted),
        series(counted, period),
        family.assignee().orElse(null),
        family.note().orElse(null),
        family.statusAt(),
        family.statusBy().orElse(null),
        family.resolvedAt().orElse(null),
        family.resolvedBy().orElse(null),
        family.headline().flatMap(text -> json.read(text, FailureFactorView.class)).orElse(null));
  }

  private static FailurePointView point(FailureFamily.FailurePoint point) {
    return new FailurePointView(
        point.at(),
        point.execution().toString(),
        point.version(),
        point.publishedAt().orElse(null));
  }

  private static List<VersionFailuresView> versions(List<HourCount> counts) {
    Map<Integer, Long> byVersion = new TreeMap<>();
    counts.forEach(one -> byVersion.merge(one.version(), (long) one.count(), Long::sum));
    return byVersion.entrySet().stream()
        .map(entry -> new VersionFailuresView(entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.comparingLong((VersionFailuresView one) -> -one.count())
                .thenComparing(one -> -one.version()))
        .toList();
  }

  private static FailureSeriesView series(List<HourCount> counts, FailurePeriod period) {
    long[] parts = new long[period.steps()];
    for (HourCount one : counts) {
      // Clocks of nodes may be ahead.
      int part = Math.min(period.stepOf(one.hour()), parts.length - 1);
      parts[part] += one.count();
    }
    return new FailureSeriesView(
        period.from(), (int) period.step().toSeconds(), LongStream.of(parts).boxed().toList());
  }

  static FailureChangeView change(FamilyChange change) {
    return new FailureChangeView(
        change.at(),
        FailureChangeKind.valueOf(change.kind()),
        change.by().orElse(null),
        change.note().orElse(null),
        change.assignee().orElse(null),
        change.execution().map(UUID::toString).orElse(null));
  }

  /** Returns the JSON of a headline for the database; empty if there is none. */
  Optional<String> headline(List<FailureFactorView> factors) {
    return factors.stream().findFirst().map(json::write);
  }
}
