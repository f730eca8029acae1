package dev.pawl.cli.remote.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Aligns the steps of two executions by state and visit, frame by frame, and finds where they first
 * differ. The input of a step counts before what happens inside of it, its outcome after.
 */
final class ExecutionComparison {

  private static final long MIN_DURATION_MS = 500;
  private static final int SLOWER = 2;
  private static final String ROOT = "";

  /** What can differ at a step. */
  enum Difference {
    PATH,
    INPUT,
    ERROR,
    OUTPUT,
    DURATION
  }

  /** A step of one execution, or of both. */
  record Row(Optional<ComparedStep> left, Optional<ComparedStep> right) {

    ComparedStep any() {
      return left.or(() -> right).orElseThrow();
    }
  }

  /** A difference and its step. */
  record Divergence(Difference kind, Row row) {}

  /** The steps of an execution by frames, which are named by states instead of visit numbers. */
  private static final class KeyedRun {
    private final Map<String, Map<String, ComparedStep>> frames = new LinkedHashMap<>();
    private final Map<String, List<String>> forks = new HashMap<>();

    KeyedRun(List<ComparedStep> steps) {
      Map<String, String> keyOfStep = new HashMap<>();
      Map<String, String> keyOfFrame = new HashMap<>(Map.of("/", ROOT));
      Map<String, Integer> visits = new HashMap<>();
      for (ComparedStep step : steps) {
        String frame = keyOfFrame.get(step.frame());
        if (frame == null) {
          String owner = keyOfStep.get(forkOf(step.frame()));
          String child = step.frame().substring(step.frame().lastIndexOf('/') + 1);
          frame = owner == null ? step.frame() : owner + "/" + child;
          keyOfFrame.put(step.frame(), frame);
          forks.computeIfAbsent(owner == null ? ROOT : owner, any -> new ArrayList<>()).add(frame);
        }
        String state = frame + "|" + step.state();
        String key = state + "#" + visits.merge(state, 1, Integer::sum);
        keyOfStep.put(step.id(), key);
        frames.computeIfAbsent(frame, any -> new LinkedHashMap<>()).put(key, step);
      }
    }

    /** Returns the step that began a frame such as {@code /Fan#3/1}: visit 3 of its parent. */
    private static String forkOf(String frame) {
      int child = frame.lastIndexOf('/');
      int hop = frame.lastIndexOf('/', child - 1);
      if (hop < 0) {
        return "";
      }
      String name = frame.substring(hop + 1, child);
      return (hop == 0 ? "/" : frame.substring(0, hop))
          + "@"
          + name.substring(name.lastIndexOf('#') + 1);
    }

    Map<String, ComparedStep> frame(String key) {
      return frames.getOrDefault(key, Map.of());
    }

    List<String> forks(String key) {
      return forks.getOrDefault(key, List.of());
    }
  }

  private final KeyedRun left;
  private final KeyedRun right;
  private final List<Divergence> all = new ArrayList<>();
  private final Set<String> done = new LinkedHashSet<>();
  private int rows;

  private ExecutionComparison(List<ComparedStep> left, List<ComparedStep> right) {
    this.left = new KeyedRun(left);
    this.right = new KeyedRun(right);
    visit(ROOT);
    // Frames of compensation and of the end task have no step above them.
    both(this.left.forks(ROOT), this.right.forks(ROOT)).forEach(this::visit);
  }

  static ExecutionComparison of(List<ComparedStep> left, List<ComparedStep> right) {
    return new ExecutionComparison(left, right);
  }

  /** Returns the number of steps of one execution or of both. */
  int rows() {
    return rows;
  }

  /** Returns how often each kind of difference occurs. */
  long count(Difference kind) {
    return all.stream().filter(one -> one.kind() == kind).count();
  }

  /** Returns the first difference; one of durations only if there is no other. */
  Optional<Divergence> first() {
    return all.stream()
        .filter(one -> one.kind() != Difference.DURATION)
        .findFirst()
        .or(() -> all.stream().findFirst());
  }

  private void visit(String frame) {
    if (!done.add(frame)) {
      return;
    }
    Map<String, ComparedStep> ours = left.frame(frame);
    Map<String, ComparedStep> theirs = right.frame(frame);
    for (String key : merged(List.copyOf(ours.keySet()), List.copyOf(theirs.keySet()))) {
      Row row = new Row(Optional.ofNullable(ours.get(key)), Optional.ofNullable(theirs.get(key)));
      rows++;
      before(row);
      both(left.forks(key), right.forks(key)).forEach(this::visit);
      after(row);
    }
  }

  private void before(Row row) {
    if (row.left().isEmpty() || row.right().isEmpty()) {
      all.add(new Divergence(Difference.PATH, row));
    } else if (!row.left().get().input().equals(row.right().get().input())) {
      all.add(new Divergence(Difference.INPUT, row));
    }
  }

  private void after(Row row) {
    if (row.left().isEmpty() || row.right().isEmpty()) {
      return;
    }
    ComparedStep ours = row.left().get();
    ComparedStep theirs = row.right().get();
    if (!ours.status().equals(theirs.status()) || !ours.error().equals(theirs.error())) {
      all.add(new Divergence(Difference.ERROR, row));
    } else if (!ours.output().equals(theirs.output())) {
      all.add(new Divergence(Difference.OUTPUT, row));
    }
    if (ours.tookMs().isPresent() && theirs.tookMs().isPresent()) {
      long shorter = Math.min(ours.tookMs().get(), theirs.tookMs().get());
      long longer = Math.max(ours.tookMs().get(), theirs.tookMs().get());
      if (longer - shorter >= MIN_DURATION_MS && longer > shorter * SLOWER) {
        all.add(new Divergence(Difference.DURATION, row));
      }
    }
  }

  private static Set<String> both(List<String> ours, List<String> theirs) {
    Set<String> all = new LinkedHashSet<>(ours);
    all.addAll(theirs);
    return all;
  }

  /**
   * Merges two orders of keys; a key at which only one order continues is where it stands there.
   */
  private static Set<String> merged(List<String> ours, List<String> theirs) {
    Set<String> merged = new LinkedHashSet<>();
    int next = 0;
    for (String key : ours) {
      int place = theirs.indexOf(key);
      if (place >= next) {
        merged.addAll(theirs.subList(next, place));
        next = place + 1;
      }
      merged.add(key);
    }
    merged.addAll(theirs.subList(next, theirs.size()));
    return merged;
  }
}
