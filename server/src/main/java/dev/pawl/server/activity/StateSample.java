package dev.pawl.server.activity;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepStatus;
import dev.pawl.engine.timeline.ExecutionTimeline;
import dev.pawl.engine.timeline.TimelineEntry;
import dev.pawl.engine.timeline.TimelineStep;
import dev.pawl.model.StateKind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the states that sampled executions visited. An execution counts with a weight, so that a
 * sample in which failed executions are over-represented stands for all executions.
 */
final class StateSample {

  /** Separates the parts of the path of a state, as in {@code Ship items/*}{@code /Book}. */
  private static final String SEPARATOR = "/";

  private static final String ANY_CHILD = "*";
  static final String START = "(start)";

  private final Map<String, StateCount> states = new LinkedHashMap<>();
  private final Map<Way, Double> ways = new LinkedHashMap<>();
  private int executions;

  /** A way from one state to the next. */
  record Way(String from, String to) {}

  /** What the executions did in one state. */
  static final class StateCount {
    private double visits;
    private double failures;
    private final List<Duration> durations = new ArrayList<>();

    long visits() {
      return Math.round(visits);
    }

    long failures() {
      return failures > 0 ? Math.max(1, Math.round(failures)) : 0;
    }

    /** Returns the duration that 95 of 100 visits did not exceed; null if none has ended. */
    @Nullable Duration p95() {
      if (durations.isEmpty()) {
        return null;
      }
      List<Duration> sorted = new ArrayList<>(durations);
      sorted.sort(null);
      return sorted.get((int) Math.ceil(sorted.size() * 0.95) - 1);
    }
  }

  Map<String, StateCount> states() {
    return states;
  }

  Map<Way, Double> ways() {
    return ways;
  }

  int executions() {
    return executions;
  }

  void add(ExecutionTimeline timeline, double weight) {
    executions++;
    Map<Integer, Visit> visits = visits(timeline);
    Map<String, StateKind> kinds = new HashMap<>();
    Map<FrameId, String> last = new HashMap<>();
    for (TimelineStep step : timeline.steps()) {
      FrameId frame = step.id().frame();
      if (frame.isWithin(FrameId.COMPENSATION) || frame.isWithin(FrameId.END)) {
        continue;
      }
      String path = path(frame, kinds) + step.state();
      kinds.put(path, step.kind());
      count(path, visits.get(step.index()), weight);
      String before = last.put(frame, path);
      if (before != null || frame.hops().isEmpty()) {
        ways.merge(new Way(before == null ? START : before, path), weight, Double::sum);
      }
    }
  }

  private void count(String path, @Nullable Visit visit, double weight) {
    StateCount state = states.computeIfAbsent(path, name -> new StateCount());
    state.visits += weight;
    if (visit == null) {
      return;
    }
    if (visit.status == StepStatus.FAILED) {
      state.failures += weight;
    }
    if (visit.status == StepStatus.SUCCEEDED || visit.status == StepStatus.FAILED) {
      state.durations.add(Duration.between(visit.from, visit.to));
    }
  }

  /** The last status of a step and its times. */
  private record Visit(Instant from, Instant to, StepStatus status) {}

  private static Map<Integer, Visit> visits(ExecutionTimeline timeline) {
    Map<Integer, Visit> visits = new HashMap<>();
    for (TimelineEntry entry : timeline.entriesAfter(0)) {
      Visit before = visits.get(entry.step());
      visits.put(
          entry.step(),
          new Visit(before == null ? entry.at() : before.from, entry.at(), entry.status()));
    }
    return visits;
  }

  /** Returns the path of a frame; all items of a Map, and all nodes of a Graph, are one. */
  private static String path(FrameId frame, Map<String, StateKind> kinds) {
    StringBuilder path = new StringBuilder();
    for (FrameId.Hop hop : frame.hops()) {
      path.append(hop.state());
      boolean isBranch = kinds.get(path.toString()) == StateKind.PARALLEL;
      path.append(SEPARATOR).append(isBranch ? hop.child() : ANY_CHILD).append(SEPARATOR);
    }
    return path.toString();
  }
}
