package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Outcome;
import dev.pawl.engine.Status;
import dev.pawl.engine.Step;
import dev.pawl.engine.StepId;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Offer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** What goes into one write of an execution, and what is to be done when it is durable. */
final class Batch {

  private static final byte[] CANCEL =
      new Message.Tell(new Fact.Cancelled("its parent went on", true)).toBytes();

  final List<Entry> entries = new ArrayList<>();
  final List<Step> steps = new ArrayList<>();
  final Births births = new Births();

  /** What is done once the entries are durable. */
  final List<Command> commands = new ArrayList<>();

  /** What calls that are not made answer once the entries are durable. */
  private final Map<Attempt, Fact> pretended = new LinkedHashMap<>(0);

  /** Who waits until the entries are durable. */
  final List<CompletableFuture<Boolean>> receipts = new ArrayList<>(0);

  /** How many letters were read. */
  int letters;

  private final List<Commit.Abandoned> abandoned = new ArrayList<>(0);
  private final List<Commit.Sent> sent = new ArrayList<>(0);
  private final List<Offer> offers = new ArrayList<>(0);
  private final List<Offer.Key> withdrawn = new ArrayList<>(0);

  void abandon(StepId step) {
    abandoned.add(new Commit.Abandoned(step, CANCEL));
  }

  void offer(Offer offer) {
    offers.add(offer);
  }

  void withdraw(Offer.Key offer) {
    if (!offers.removeIf(made -> made.key().equals(offer))) {
      withdrawn.add(offer);
    }
  }

  List<Command> takeCommands() {
    List<Command> taken = List.copyOf(commands);
    commands.clear();
    return taken;
  }

  void pretend(Command.Work work, Fact answer) {
    pretended.put(Attempt.of(work), answer);
  }

  List<Fact> takePretended() {
    List<Fact> taken = List.copyOf(pretended.values());
    pretended.clear();
    return taken;
  }

  boolean isEmpty() {
    return entries.isEmpty() && letters == 0 && !reachesOthers();
  }

  /** Whether others will have to do with it: executions, or those who take offers. */
  boolean reachesOthers() {
    return reachesExecutions() || !offers.isEmpty() || !withdrawn.isEmpty();
  }

  /** Whether other executions are told or begun, which may be for this node to see to. */
  boolean reachesExecutions() {
    return !births.children().isEmpty() || !abandoned.isEmpty() || !sent.isEmpty();
  }

  /** Whether somebody will get a token, who may answer with it at once. */
  boolean handsOutTokens() {
    for (Command command : commands) {
      if (command instanceof Command.Work work && work.call().token().isPresent()) {
        return true;
      }
    }
    return false;
  }

  /** Whether something is to be done that must not be left behind. */
  boolean hasWork() {
    for (Command command : commands) {
      if (command instanceof Command.Work) {
        return true;
      }
    }
    return !pretended.isEmpty();
  }

  /** Whoever waits for the end of this execution is told in the write that ends it. */
  void answerParent(Card card, Execution ended, Instant now) {
    if (card.parent().isEmpty()) {
      return;
    }
    Card.Parent parent = card.parent().get();
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
    ExecutionKey to = new ExecutionKey(card.key().tenant(), parent.id());
    answer.ifPresent(fact -> sent.add(new Commit.Sent(to, new Message.Tell(fact).toBytes())));
  }

  private static Fact answer(
      Card.Parent parent, Optional<ChildFlow.Envelope> envelope, Execution ended, Instant now) {
    return ChildFlow.outcome(parent.step(), parent.number(), envelope, ended, now);
  }

  private static Outcome outcome(Execution ended) {
    return ended
        .output()
        .<Outcome>map(Outcome.Succeeded::new)
        .orElseGet(() -> new Outcome.Failed(ended.failure().orElseThrow()));
  }

  Commit commit(Card card, boolean birth, Progress progress, Fate fate) {
    Commit.Outgoing outgoing =
        reachesOthers()
            ? new Commit.Outgoing(
                births.children(), sent, abandoned, new Commit.Offering(offers, withdrawn))
            : Commit.Outgoing.NOTHING;
    Optional<Status> ending = progress.end.pending(progress.execution(), fate);
    return new Commit(card, birth, entries, progress.read(), outgoing, fate, ending);
  }
}
