package dev.pawl.server.stats;

import dev.pawl.engine.Status;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.engine.timeline.TimelineStep;
import dev.pawl.model.StateKind;
import dev.pawl.postgres.stats.StatsPeriod;
import dev.pawl.server.stats.StateStatsView.FailingStateView;
import dev.pawl.server.stats.StateStatsView.SlowStateView;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Reads the histories of a few recent executions of the busiest flows: the journal has no index by
 * state, and needs none for numbers of which the order matters.
 */
final class StateSampler {

  private static final int MAX_FLOWS = 8;
  private static final int ENDED_PER_FLOW = 12;
  private static final int FAILED_PER_FLOW = 12;

  /** Executions with more facts, such as large Maps, are left out. */
  private static final long MAX_FACTS = 400;

  private static final int MAX_STATES = 20;

  private final ExecutionControl control;

  StateSampler(ExecutionControl control) {
    this.control = control;
  }

  /** A state of a flow. */
  record StateKey(String flow, String state) {}

  private record Failed(StateKey key, String error) {}

  /** The numbers that the histories give. */
  private static final class Sample {
    private final Map<StateKey, List<Double>> seconds = new HashMap<>();
    private final Map<Failed, Integer> failures = new HashMap<>();
    private final Map<String, Integer> failedOfFlow = new HashMap<>();
    private int executions;
  }

  /**
   * Returns the statistics of states.
   *
   * @param earlier the p95 of states in the period to compare with
   */
  StateStatsView sample(TenantId tenant, StatsView stats, Map<StateKey, Double> earlier) {
    Sample sample = new Sample();
    Executions.Span span = new Executions.Span(Optional.of(stats.from()), Optional.empty());
    for (StatsView.FlowStatsView flow : busiest(stats)) {
      newest(tenant, flow.flow(), span, Status.SUCCEEDED, ENDED_PER_FLOW)
          .forEach(found -> read(found, sample));
      if (flow.total().failed() > 0) {
        newest(tenant, flow.flow(), span, Status.FAILED, FAILED_PER_FLOW)
            .forEach(found -> read(found, sample));
      }
    }
    Map<String, StatsView.FlowStatsView> flows = new HashMap<>();
    stats.flows().forEach(flow -> flows.put(flow.flow(), flow));
    return new StateStatsView(
        stats.window(), sample.executions, slowest(sample, flows, earlier), failing(sample, flows));
  }

  /** Returns the p95 of the states of the same flows in another period. */
  Map<StateKey, Double> p95(TenantId tenant, StatsView stats, StatsPeriod period) {
    Sample sample = new Sample();
    Executions.Span span =
        new Executions.Span(Optional.of(period.from()), Optional.of(period.until()));
    for (StatsView.FlowStatsView flow : busiest(stats)) {
      newest(tenant, flow.flow(), span, Status.SUCCEEDED, ENDED_PER_FLOW)
          .forEach(found -> read(found, sample));
    }
    Map<StateKey, Double> found = new HashMap<>();
    sample.seconds.forEach(
        (key, seconds) -> found.put(key, percentile(seconds.stream().sorted().toList(), 0.95)));
    return found;
  }

  private static List<StatsView.FlowStatsView> busiest(StatsView stats) {
    return stats.flows().stream().limit(MAX_FLOWS).toList();
  }

  private List<Executions.Summary> newest(
      TenantId tenant, String flow, Executions.Span span, Status status, int most) {
    Executions.Criteria criteria =
        new Executions.Criteria(
            Optional.of(flow),
            Optional.of(status),
            Optional.empty(),
            Map.of(),
            Optional.empty(),
            span,
            Optional.of(false),
            Executions.ParentFilter.TopLevel.TOP_LEVEL);
    return control.reader().search(tenant, criteria, new Executions.Page(most, Optional.empty()));
  }

  private void read(Executions.Summary found, Sample sample) {
    if (control.reader().lastSeq(found.info().key()) > MAX_FACTS) {
      return;
    }
    try {
      control
          .reader()
          .timelines()
          .read(
              found.info(),
              reader -> {
                add(found, reader.timeline(), sample);
                return found;
              });
    } catch (IncidentException e) {
      // An execution whose definition is gone tells nothing.
      return;
    }
  }

  private static void add(Executions.Summary found, ExecutionTimeline timeline, Sample sample) {
    sample.executions++;
    String flow = found.info().version().flow();
    Map<Integer, List<TimelineEntry>> entries = new HashMap<>();
    for (TimelineEntry entry : timeline.entriesAfter(0)) {
      entries.computeIfAbsent(entry.step(), none -> new ArrayList<>()).add(entry);
    }
    Optional<TimelineStep> failedTask = Optional.empty();
    Optional<TimelineStep> failedOther = Optional.empty();
    for (TimelineStep step : timeline.steps()) {
      List<TimelineEntry> changes = entries.getOrDefault(step.index(), List.of());
      if (changes.isEmpty()) {
        continue;
      }
      TimelineEntry last = changes.getLast();
      boolean isFailed = last.status() == StepStatus.FAILED;
      if (step.kind() != StateKind.TASK) {
        failedOther = isFailed ? Optional.of(step) : failedOther;
        continue;
      }
      Duration took = Duration.between(changes.getFirst().at(), last.at());
      sample
          .seconds
          .computeIfAbsent(new StateKey(flow, step.state()), none -> new ArrayList<>())
          .add(took.toMillis() / 1_000.0);
      failedTask = isFailed ? Optional.of(step) : failedTask;
    }
    // A Fail state only reports what went wrong in the Task whose error led to it.
    Optional<TimelineStep> failed = failedTask.isPresent() ? failedTask : failedOther;
    if (found.status() == Status.FAILED && failed.isPresent()) {
      String error = found.failure().flatMap(failure -> failure.error()).orElse("");
      StateKey key = new StateKey(flow, failed.get().state());
      sample.failures.merge(new Failed(key, error), 1, Integer::sum);
    }
    if (found.status() == Status.FAILED) {
      sample.failedOfFlow.merge(flow, 1, Integer::sum);
    }
  }

  private static List<SlowStateView> slowest(
      Sample sample, Map<String, StatsView.FlowStatsView> flows, Map<StateKey, Double> earlier) {
    return sample.seconds.entrySet().stream()
        .map(
            entry -> {
              List<Double> sorted = entry.getValue().stream().sorted().toList();
              String flow = entry.getKey().flow();
              return new SlowStateView(
                  flow,
                  name(flows, flow),
                  entry.getKey().state(),
                  sorted.size(),
                  percentile(sorted, 0.5),
                  percentile(sorted, 0.95),
                  earlier.get(entry.getKey()));
            })
        .sorted(
            Comparator.comparingDouble((SlowStateView one) -> -one.p95())
                .thenComparing(SlowStateView::flow)
                .thenComparing(SlowStateView::state))
        .limit(MAX_STATES)
        .toList();
  }

  private static List<FailingStateView> failing(
      Sample sample, Map<String, StatsView.FlowStatsView> flows) {
    Map<StateKey, Integer> byState = new HashMap<>();
    Map<StateKey, Map.Entry<Failed, Integer>> mainError = new HashMap<>();
    for (Map.Entry<Failed, Integer> entry : sample.failures.entrySet()) {
      byState.merge(entry.getKey().key(), entry.getValue(), Integer::sum);
      mainError.merge(
          entry.getKey().key(),
          entry,
          (one, other) -> one.getValue() >= other.getValue() ? one : other);
    }
    return byState.entrySet().stream()
        .map(
            entry -> {
              StateKey key = entry.getKey();
              double share =
                  entry.getValue() / (double) sample.failedOfFlow.getOrDefault(key.flow(), 1);
              Optional<StatsView.FlowStatsView> flow = Optional.ofNullable(flows.get(key.flow()));
              return new FailingStateView(
                  key.flow(),
                  name(flows, key.flow()),
                  key.state(),
                  Objects.requireNonNull(mainError.get(key)).getKey().error(),
                  Math.round(flow.map(one -> one.total().failed()).orElse(0L) * share),
                  flow.map(one -> one.total().starts()).orElse(0L));
            })
        .filter(one -> one.failed() > 0)
        .sorted(
            Comparator.comparingLong((FailingStateView one) -> -one.failed())
                .thenComparing(FailingStateView::flow)
                .thenComparing(FailingStateView::state))
        .limit(MAX_STATES)
        .toList();
  }

  private static String name(Map<String, StatsView.FlowStatsView> flows, String flow) {
    return Optional.ofNullable(flows.get(flow)).map(StatsView.FlowStatsView::name).orElse(flow);
  }

  private static double percentile(List<Double> sorted, double share) {
    return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
  }
}
