package dev.pawl.engine.node.live;

import dev.pawl.engine.Command;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Failure;
import dev.pawl.engine.MachinePath;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.run.ChildFlow;
import dev.pawl.engine.run.HandlerInvocations;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.model.Flow;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The children that one write of an execution starts: items of distributed Maps and flows that
 * Tasks call. They are stored in the same commit as the fact that caused them, so each is started
 * once.
 */
final class ChildStarts {

  private final List<Commit.ChildStart> children = new ArrayList<>(0);
  private final List<Fact> answers = new ArrayList<>(0);
  private final Map<AttemptKey, ExecutionId> existing = new HashMap<>(0);

  /** Returns true if a command starts a child execution. */
  static boolean startsChild(Command command) {
    return command instanceof Command.StartChild
        || (command instanceof Command.Work work && ChildFlow.of(work).isPresent());
  }

  /** Adds children that exist already, so that an adopted execution does not start them again. */
  void addExisting(List<ExecutionMetadata> children) {
    for (ExecutionMetadata child : children) {
      child
          .parent()
          .ifPresent(
              parent -> existing.put(new AttemptKey(parent.step(), parent.number()), child.id()));
    }
  }

  List<Commit.ChildStart> children() {
    return children;
  }

  /** Returns the outcomes of Tasks that do not wait for the end of their child. */
  List<Fact> takeAnswers() {
    List<Fact> taken = List.copyOf(answers);
    answers.clear();
    return taken;
  }

  /** Adds an item of a distributed Map. */
  void addItem(
      ExecutionMetadata parent, Command.StartChild item, Flow flow, ExecutionRuntime runtime) {
    if (existing.containsKey(new AttemptKey(item.step(), item.index()))) {
      return;
    }
    String path = MachinePath.of(flow, item.machine());
    ExecutionMetadata info =
        new ExecutionMetadata(
            runtime.children().newKey(parent.key().tenant()),
            parent.version(),
            Optional.of(parent.machine().map(outer -> MachinePath.join(outer, path)).orElse(path)),
            Optional.of(
                new ExecutionMetadata.Parent(
                    parent.id(), item.step(), item.index(), ExecutionMetadata.Reply.ITEM)),
            parent.depth(),
            inherited(parent));
    String name = info.id().toString();
    add(
        info,
        new Fact.Started(parent.version().flow(), name, item.input(), item.context()),
        runtime);
  }

  /** Adds a flow that a Task calls; returns true if the Task waits for its end. */
  boolean addFlow(
      ExecutionMetadata parent, Command.Work work, ChildFlow call, ExecutionRuntime runtime) {
    AttemptKey attempt = AttemptKey.of(work);
    boolean waits = call.waits() || work.call().token().isPresent();
    Instant now = runtime.clock().now();
    if (existing.containsKey(attempt)) {
      if (!waits) {
        answers.add(call.started(work, existing.get(attempt), now));
      }
      return waits;
    }
    Optional<VersionKey> version =
        call.version().isPresent()
            ? runtime
                .children()
                .version(parent.key().tenant(), call.code(), call.version().getAsInt())
            : runtime.children().currentVersion(parent.key().tenant(), call.code());
    Optional<Failure> refusal = call.refusal(version.isPresent(), parent.depth() + 1);
    if (refusal.isPresent()) {
      answers.add(
          new Fact.TaskFailed(
              work.step(), work.attempt(), refusal.get(), HandlerInvocations.timing(now)));
      return false;
    }
    ExecutionKey key = runtime.children().newKey(parent.key().tenant());
    ExecutionMetadata info =
        new ExecutionMetadata(
            key,
            version.orElseThrow(),
            Optional.empty(),
            Optional.of(
                new ExecutionMetadata.Parent(
                    parent.id(), work.step(), work.attempt(), reply(call))),
            parent.depth() + 1,
            inherited(parent));
    String name = call.name().orElse(key.id().toString());
    add(info, new Fact.Started(call.code(), name, call.input(), JsonObject.EMPTY), runtime);
    if (!waits) {
      answers.add(call.started(work, key.id(), now));
    }
    return waits;
  }

  private static ExecutionMetadata.Reply reply(ChildFlow call) {
    if (!call.waits()) {
      return ExecutionMetadata.Reply.NONE;
    }
    return call.envelope()
        .map(
            envelope ->
                switch (envelope) {
                  case TEXT -> ExecutionMetadata.Reply.DESCRIPTION_WITH_TEXT;
                  case JSON -> ExecutionMetadata.Reply.DESCRIPTION_WITH_JSON;
                })
        .orElse(ExecutionMetadata.Reply.OUTPUT);
  }

  /** Children inherit priority, business key, caller and test mode of their parent. */
  private static ExecutionMetadata.StartAttributes inherited(ExecutionMetadata parent) {
    ExecutionMetadata.StartAttributes tags = parent.tags();
    return new ExecutionMetadata.StartAttributes(
        tags.priority(),
        tags.businessKey(),
        Map.of(),
        Optional.empty(),
        Optional.empty(),
        new ExecutionMetadata.Provenance(tags.origin().by(), Optional.empty())
            .withTestOf(tags.origin()));
  }

  private void add(ExecutionMetadata info, Fact.Started started, ExecutionRuntime runtime) {
    JournalEntry entry = new JournalEntry(1, runtime.clock().now(), FactBytes.write(started));
    children.add(new Commit.ChildStart(info, entry, runtime.children().startsHere(info)));
  }
}
