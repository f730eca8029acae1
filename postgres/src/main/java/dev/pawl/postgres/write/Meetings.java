package dev.pawl.postgres.write;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Letters of a batch to executions of the same batch. A statement changes a row once, so this says
 * what happens first: an execution that ends does so before the letter, which is then dropped; one
 * that would park gets the letter before and stays awake; one that is born brings its letters with
 * it. One that is handed back must be written in another statement than its letters.
 */
final class Meetings {

  private record Step(ExecutionKey parent, StepId step) {}

  private final Map<ExecutionKey, Commit> commits = new HashMap<>();
  private final Set<ExecutionKey> awake = new HashSet<>();
  private final Map<ExecutionKey, List<byte[]>> welcome = new HashMap<>();
  private final List<Commit.Sent> others = new ArrayList<>();
  private final Set<ExecutionKey> abandoned = new HashSet<>();

  private Meetings() {}

  static Meetings of(List<Commit> batch) {
    Meetings meetings = new Meetings();
    if (batch.stream().allMatch(Meetings::isSilent)) {
      return meetings;
    }
    Set<ExecutionKey> born = new HashSet<>();
    Map<Step, List<ExecutionKey>> children = new HashMap<>();
    for (Commit commit : batch) {
      meetings.commits.put(commit.key(), commit);
      note(commit.card(), children);
      if (commit.birth()) {
        born.add(commit.key());
      }
      for (Commit.Newborn child : commit.outgoing().children()) {
        born.add(child.card().key());
        note(child.card(), children);
      }
    }
    for (Commit commit : batch) {
      commit.outgoing().letters().forEach(sent -> meetings.meet(sent, born));
      for (Commit.Abandoned step : commit.outgoing().abandoned()) {
        Step ofParent = new Step(commit.key(), step.step());
        for (ExecutionKey child : children.getOrDefault(ofParent, List.of())) {
          // The statement itself finds children that lived before.
          if (born.contains(child)) {
            meetings.abandoned.add(child);
            meetings.meet(new Commit.Sent(child, step.letter()), born);
          } else {
            meetings.awake.add(child);
          }
        }
      }
    }
    return meetings;
  }

  private static boolean isSilent(Commit commit) {
    return commit.outgoing().letters().isEmpty() && commit.outgoing().abandoned().isEmpty();
  }

  private static void note(Card card, Map<Step, List<ExecutionKey>> children) {
    card.parent()
        .ifPresent(
            parent ->
                children
                    .computeIfAbsent(step(card, parent.id(), parent.step()), s -> new ArrayList<>())
                    .add(card.key()));
  }

  private static Step step(Card card, ExecutionId parent, StepId step) {
    return new Step(new ExecutionKey(card.key().tenant(), parent), step);
  }

  private void meet(Commit.Sent letter, Set<ExecutionKey> born) {
    Commit receiver = commits.get(letter.to());
    if (receiver != null && receiver.fate() instanceof Fate.Ended) {
      return;
    }
    awake.add(letter.to());
    if (born.contains(letter.to())) {
      welcome.computeIfAbsent(letter.to(), key -> new ArrayList<>()).add(letter.body());
    } else {
      others.add(letter);
    }
  }

  /** Whether a letter reaches that execution before it can leave. */
  boolean keepsAwake(ExecutionKey key) {
    return awake.contains(key);
  }

  /** True if one that is born here is not wanted any more. */
  boolean isAbandoned(ExecutionKey key) {
    return abandoned.contains(key);
  }

  /** Letters that a new execution has from the beginning. */
  List<byte[]> welcome(ExecutionKey key) {
    return welcome.getOrDefault(key, List.of());
  }

  /** Letters to executions that are not born in this batch. */
  List<Commit.Sent> others() {
    return others;
  }

  /**
   * Parts of a batch that can be written one after the other, so that nothing that is handed back
   * meets a letter to it.
   */
  static List<List<Commit>> separate(List<Commit> batch) {
    List<List<Commit>> parts = new ArrayList<>();
    List<Commit> rest = batch;
    while (true) {
      Meetings meetings = of(rest);
      List<Commit> first = new ArrayList<>();
      List<Commit> later = new ArrayList<>();
      for (Commit commit : rest) {
        boolean handedBack = commit.fate() instanceof Fate.HandedBack && !commit.birth();
        (handedBack && meetings.keepsAwake(commit.key()) ? later : first).add(commit);
      }
      if (later.isEmpty() || rest.size() == 1) {
        parts.add(rest);
        return parts;
      }
      if (first.isEmpty()) {
        first.add(later.removeFirst());
      }
      parts.add(first);
      rest = later;
    }
  }
}
