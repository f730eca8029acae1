package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.MachinePath;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.Calls;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The children that one write of an execution brings into being: items of distributed Maps and
 * flows that Tasks call. Being born together with the fact that asked for them, they are born once.
 */
final class Births {

  private final List<Commit.Newborn> children = new ArrayList<>(0);
  private final List<Fact> answers = new ArrayList<>(0);
  private final Map<Attempt, ExecutionId> known = new HashMap<>(0);

  static boolean isBirth(Command command) {
    return command instanceof Command.StartChild
        || (command instanceof Command.Work work && ChildFlow.of(work).isPresent());
  }

  /** Children that exist already: whoever takes an execution over must not have them again. */
  void know(List<Card> existing) {
    for (Card child : existing) {
      child
          .parent()
          .ifPresent(parent -> known.put(new Attempt(parent.step(), parent.number()), child.id()));
    }
  }

  List<Commit.Newborn> children() {
    return children;
  }

  /** What callers that do not wait are told. */
  List<Fact> takeAnswers() {
    List<Fact> taken = List.copyOf(answers);
    answers.clear();
    return taken;
  }

  /** An item of a distributed Map. */
  void item(Card parent, Command.StartChild item, Incarnation home) {
    if (known.containsKey(new Attempt(item.step(), item.index()))) {
      return;
    }
    String path = MachinePath.of(home.interpreter(parent).flow(), item.machine());
    Card card =
        new Card(
            home.newKey(parent.key().tenant()),
            parent.version(),
            Optional.of(parent.machine().map(outer -> MachinePath.join(outer, path)).orElse(path)),
            Optional.of(new Card.Parent(parent.id(), item.step(), item.index(), Card.Reply.ITEM)),
            parent.depth(),
            inherited(parent));
    String name = card.id().toString();
    add(card, new Fact.Started(parent.version().flow(), name, item.input(), item.context()), home);
  }

  /** A flow that a Task calls; true if the Task waits for its end. */
  boolean flow(Card parent, Command.Work work, ChildFlow call, Incarnation home) {
    Attempt attempt = Attempt.of(work);
    boolean waits = call.waits() || work.call().token().isPresent();
    Instant now = home.clock().now();
    if (known.containsKey(attempt)) {
      if (!waits) {
        answers.add(call.started(work, known.get(attempt), now));
      }
      return waits;
    }
    Optional<VersionKey> version = home.currentVersion(parent.key().tenant(), call.code());
    Optional<Failure> refusal = call.refusal(version.isPresent(), parent.depth() + 1);
    if (refusal.isPresent()) {
      answers.add(
          new Fact.TaskFailed(work.step(), work.attempt(), refusal.get(), Calls.timing(now)));
      return false;
    }
    ExecutionKey key = home.newKey(parent.key().tenant());
    Card card =
        new Card(
            key,
            version.orElseThrow(),
            Optional.empty(),
            Optional.of(new Card.Parent(parent.id(), work.step(), work.attempt(), reply(call))),
            parent.depth() + 1,
            inherited(parent));
    String name = call.name().orElse(key.id().toString());
    add(card, new Fact.Started(call.code(), name, call.input(), JsonObject.EMPTY), home);
    if (!waits) {
      answers.add(call.started(work, key.id(), now));
    }
    return waits;
  }

  private static Card.Reply reply(ChildFlow call) {
    if (!call.waits()) {
      return Card.Reply.NONE;
    }
    return call.envelope()
        .map(
            envelope ->
                switch (envelope) {
                  case TEXT -> Card.Reply.DESCRIPTION_WITH_TEXT;
                  case JSON -> Card.Reply.DESCRIPTION_WITH_JSON;
                })
        .orElse(Card.Reply.OUTPUT);
  }

  /** Children are as urgent and as real as their parent, and found by the same key and person. */
  private static Card.Tags inherited(Card parent) {
    Card.Tags tags = parent.tags();
    return new Card.Tags(
        tags.priority(),
        tags.businessKey(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        new Card.Origin(tags.origin().by(), Optional.empty()).like(tags.origin()));
  }

  private void add(Card card, Fact.Started started, Incarnation home) {
    Entry entry = new Entry(1, home.clock().now(), FactBytes.write(started));
    children.add(new Commit.Newborn(card, entry, home.takesChild(card)));
  }

  /** A child with its first fact applied. */
  static Loading begun(Commit.Newborn child, Incarnation home) {
    return Loading.fold(
        Execution.unborn(child.card().id()),
        Instant.EPOCH,
        List.of(child.started()),
        home.interpreter(child.card()));
  }
}
