package dev.pawl.postgres.write;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Resolves messages of a batch to executions of the same batch. A statement changes a row once, so
 * this class decides what happens first: an execution that ends does so before the message, which
 * is dropped; one that would park receives the message first and stays awake; a new one is inserted
 * with its messages. One that is released must be written in another statement than its messages.
 */
final class InBatchMessages {

  private record Step(ExecutionKey parent, StepId step) {}

  private final Map<ExecutionKey, Commit> commits = new HashMap<>();
  private final Set<ExecutionKey> awake = new HashSet<>();
  private final Map<ExecutionKey, List<byte[]>> initialMessages = new HashMap<>();
  private final List<Commit.SentMessage> others = new ArrayList<>();
  private final Set<ExecutionKey> abandoned = new HashSet<>();

  private InBatchMessages() {}

  static InBatchMessages of(List<Commit> batch) {
    InBatchMessages result = new InBatchMessages();
    if (batch.stream().allMatch(InBatchMessages::sendsNothing)) {
      return result;
    }
    Set<ExecutionKey> newKeys = new HashSet<>();
    Map<Step, List<ExecutionKey>> children = new HashMap<>();
    for (Commit commit : batch) {
      result.commits.put(commit.key(), commit);
      recordParent(commit.info(), children);
      if (commit.isNew()) {
        newKeys.add(commit.key());
      }
      for (Commit.ChildStart child : commit.outgoing().children()) {
        newKeys.add(child.info().key());
        recordParent(child.info(), children);
      }
    }
    for (Commit commit : batch) {
      commit.outgoing().messages().forEach(sent -> result.deliver(sent, newKeys));
      for (Commit.Abandoned step : commit.outgoing().abandoned()) {
        Step ofParent = new Step(commit.key(), step.step());
        for (ExecutionKey child : children.getOrDefault(ofParent, List.of())) {
          // The statement finds children that existed before by itself.
          if (newKeys.contains(child)) {
            result.abandoned.add(child);
            result.deliver(new Commit.SentMessage(child, step.message()), newKeys);
          } else {
            result.awake.add(child);
          }
        }
      }
    }
    return result;
  }

  private static boolean sendsNothing(Commit commit) {
    return commit.outgoing().messages().isEmpty() && commit.outgoing().abandoned().isEmpty();
  }

  private static void recordParent(ExecutionMetadata info, Map<Step, List<ExecutionKey>> children) {
    info.parent()
        .ifPresent(
            parent ->
                children
                    .computeIfAbsent(step(info, parent.id(), parent.step()), s -> new ArrayList<>())
                    .add(info.key()));
  }

  private static Step step(ExecutionMetadata info, ExecutionId parent, StepId step) {
    return new Step(new ExecutionKey(info.key().tenant(), parent), step);
  }

  private void deliver(Commit.SentMessage message, Set<ExecutionKey> newKeys) {
    Commit receiver = commits.get(message.to());
    if (receiver != null && receiver.disposition() instanceof Disposition.End) {
      return;
    }
    awake.add(message.to());
    if (newKeys.contains(message.to())) {
      initialMessages.computeIfAbsent(message.to(), key -> new ArrayList<>()).add(message.body());
    } else {
      others.add(message);
    }
  }

  /** Returns true if a message reaches the execution before it can leave its node. */
  boolean keepsAwake(ExecutionKey key) {
    return awake.contains(key);
  }

  /** Returns true if the parent step has abandoned an execution that is new in this batch. */
  boolean isAbandoned(ExecutionKey key) {
    return abandoned.contains(key);
  }

  /** Returns the messages that a new execution is inserted with. */
  List<byte[]> initialMessages(ExecutionKey key) {
    return initialMessages.getOrDefault(key, List.of());
  }

  /** Returns the messages to executions that are not new in this batch. */
  List<Commit.SentMessage> others() {
    return others;
  }

  /**
   * Splits a batch into parts to be written in sequence, so that no part both releases an execution
   * and sends it a message.
   */
  static List<List<Commit>> splitByRelease(List<Commit> batch) {
    List<List<Commit>> parts = new ArrayList<>();
    List<Commit> rest = batch;
    while (true) {
      InBatchMessages result = of(rest);
      List<Commit> first = new ArrayList<>();
      List<Commit> later = new ArrayList<>();
      for (Commit commit : rest) {
        boolean isReleased = commit.disposition() instanceof Disposition.Release && !commit.isNew();
        (isReleased && result.keepsAwake(commit.key()) ? later : first).add(commit);
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
