package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Status;
import dev.pawl.engine.StepChange;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.Offer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * The changes of an execution for its next write, and the actions that follow when it is durable.
 */
final class PendingWrite {

  private static final byte[] CANCEL_MESSAGE =
      new MessageBody.FactMessage(
              new Fact.Cancelled("the parent no longer waits for this execution", true))
          .toBytes();

  final List<JournalEntry> entries = new ArrayList<>();
  final List<StepChange> steps = new ArrayList<>();
  final ChildStarts childStarts = new ChildStarts();

  /** Completed when the entries are durable. */
  final List<CompletableFuture<Boolean>> receipts = new ArrayList<>(0);

  /** The number of messages read since the last write. */
  int messages;

  private final List<Command.Work> calls = new ArrayList<>();
  private final List<Command.SetTimer> timers = new ArrayList<>(0);

  /** The outcomes of mocked calls, applied when the entries are durable. */
  private final Map<AttemptKey, Fact> mockedOutcomes = new LinkedHashMap<>(0);

  private final List<Commit.Abandoned> abandoned = new ArrayList<>(0);
  private final List<Commit.SentMessage> sent = new ArrayList<>(0);
  private final List<Offer> offers = new ArrayList<>(0);
  private final List<Offer.Key> withdrawn = new ArrayList<>(0);

  /** Adds a handler call, made when the entries are durable. */
  void addCall(Command.Work work) {
    calls.add(work);
  }

  /** Adds a timer, set when the entries are durable. */
  void addTimer(Command.SetTimer timer) {
    timers.add(timer);
  }

  void addMockedOutcome(Command.Work work, Fact outcome) {
    mockedOutcomes.put(AttemptKey.of(work), outcome);
  }

  /** Sends a cancellation to all live children of a step. */
  void cancelChildren(StepId step) {
    abandoned.add(new Commit.Abandoned(step, CANCEL_MESSAGE));
  }

  void offer(Offer offer) {
    offers.add(offer);
  }

  void withdraw(Offer.Key offer) {
    if (!offers.removeIf(made -> made.key().equals(offer))) {
      withdrawn.add(offer);
    }
  }

  List<Command.Work> takeCalls() {
    List<Command.Work> taken = List.copyOf(calls);
    calls.clear();
    return taken;
  }

  List<Command.SetTimer> takeTimers() {
    List<Command.SetTimer> taken = List.copyOf(timers);
    timers.clear();
    return taken;
  }

  List<Fact> takeMockedOutcomes() {
    List<Fact> taken = List.copyOf(mockedOutcomes.values());
    mockedOutcomes.clear();
    return taken;
  }

  boolean isEmpty() {
    return entries.isEmpty() && messages == 0 && !affectsOthers();
  }

  /** Returns true if the write concerns other executions or workers. */
  boolean affectsOthers() {
    return affectsExecutions() || !offers.isEmpty() || !withdrawn.isEmpty();
  }

  /** Returns true if the write starts other executions or sends messages to them. */
  boolean affectsExecutions() {
    return !childStarts.children().isEmpty() || !abandoned.isEmpty() || !sent.isEmpty();
  }

  /** Returns true if a call passes on a task token, which may be answered at once. */
  boolean issuesTaskTokens() {
    return calls.stream().anyMatch(work -> work.call().token().isPresent());
  }

  /** Returns true if calls or mocked outcomes follow the write, so that it must not park. */
  boolean hasWork() {
    return !calls.isEmpty() || !mockedOutcomes.isEmpty();
  }

  /** Adds the message that reports the end of this execution to its parent. */
  void answerParent(ExecutionMetadata info, Execution ended, Instant now) {
    if (info.parent().isEmpty()) {
      return;
    }
    ExecutionMetadata.Parent parent = info.parent().get();
    Optional<Fact> answer =
        switch (parent.reply()) {
          case NONE -> Optional.empty();
          case ITEM ->
              Optional.of(new Fact.ChildEnded(parent.step(), parent.number(), outcome(ended)));
          case OUTPUT -> Optional.of(answer(parent, Optional.empty(), ended, now));
          case DESCRIPTION_WITH_TEXT ->
              Optional.of(answer(parent, Optional.of(ChildFlow.Envelope.TEXT), ended, now));
          case DESCRIPTION_WITH_JSON ->
              Optional.of(answer(parent, Optional.of(ChildFlow.Envelope.JSON), ended, now));
        };
    ExecutionKey to = new ExecutionKey(info.key().tenant(), parent.id());
    answer.ifPresent(
        fact -> sent.add(new Commit.SentMessage(to, new MessageBody.FactMessage(fact).toBytes())));
  }

  private static Fact answer(
      ExecutionMetadata.Parent parent,
      Optional<ChildFlow.Envelope> envelope,
      Execution ended,
      Instant now) {
    return ChildFlow.outcome(parent.step(), parent.number(), envelope, ended, now);
  }

  private static Outcome outcome(Execution ended) {
    return ended
        .output()
        .<Outcome>map(Outcome.Succeeded::new)
        .orElseGet(() -> new Outcome.Failed(ended.failure().orElseThrow()));
  }

  Commit toCommit(
      ExecutionMetadata info, boolean isFirst, LiveState state, Disposition disposition) {
    Commit.Outgoing outgoing =
        affectsOthers()
            ? new Commit.Outgoing(
                childStarts.children(), sent, abandoned, new Commit.NewOffer(offers, withdrawn))
            : Commit.Outgoing.NOTHING;
    Optional<Status> ending = state.end.pending(state.execution(), disposition);
    return new Commit(info, isFirst, entries, state.messagesRead(), outgoing, disposition, ending);
  }
}
