package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactBytes;
import dev.pawl.engine.node.live.MessageBody;
import dev.pawl.engine.snapshot.Snapshots;
import dev.pawl.engine.snapshot.UnreadableSnapshotException;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Release;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.simulation.cluster.ClusterRequest;
import dev.pawl.simulation.cluster.EventCounts;
import dev.pawl.simulation.cluster.ObservedEvent;
import dev.pawl.simulation.cluster.StoreFault;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/** Stores facts through nodes that die at random. */
final class StoreFactStorage implements FactStorage {

  private static final String AS_IT_MUST = "the store keeps its contract";

  /** The invariant of a violation that belongs to a concurrent history. */
  static final String ELSEWHERE = "the store keeps its contract for concurrent histories";

  /** What all worlds on a store share. */
  record StoreContext(EngineUnderTest core, Store store, EventCounts tally) {}

  private final StoreContext place;
  private final Function<ClusterRequest, ClusterRequest.ClusterAnswer> nodes;
  private final CommitBuilder commits;
  private final SeededRandom dice;
  private final Supplier<ExecutionId> ids;
  private final Map<SimulatedExecution, StoredRun> stored = new LinkedHashMap<>();
  private final Map<ExecutionId, ExecutionKey> keys = new LinkedHashMap<>();

  StoreFactStorage(
      StoreContext place,
      Function<ClusterRequest, ClusterRequest.ClusterAnswer> nodes,
      Supplier<ExecutionId> ids,
      long seed,
      SimulatedWorld.Memory memory) {
    this.place = place;
    this.nodes = nodes;
    this.ids = ids;
    this.commits = new CommitBuilder(seed, memory);
    this.dice = new SeededRandom(SeededRandom.hash(seed, "store"));
  }

  @Override
  public boolean isStrict() {
    return true;
  }

  private StoredRun stored(SimulatedExecution life) {
    return stored.computeIfAbsent(
        life,
        childStart -> {
          ExecutionKey key = new ExecutionKey(TenantId.DEFAULT, ids.get());
          keys.put(life.id, key);
          return new StoredRun(commits.info(key, life.parent.map(this::parent)));
        });
  }

  private ExecutionMetadata.Parent parent(SimulatedExecution.Parent parent) {
    return new ExecutionMetadata.Parent(
        key(parent.id()).id(),
        parent.command().step(),
        parent.command().index(),
        ExecutionMetadata.Reply.ITEM);
  }

  private ExecutionKey key(ExecutionId id) {
    return Optional.ofNullable(keys.get(id)).orElseThrow();
  }

  @Override
  public Optional<Execution> receive(SimulatedExecution life, SimulatedMessage message, Fact fact) {
    if (message.content() instanceof SimulatedMessage.FirstFact) {
      return Optional.empty();
    }
    StoredRun row = stored(life);
    Optional<ClusterRequest.PostedMessage> post =
        row.posted.contains(message.key()) || isPosted(message.content(), row)
            ? Optional.of(new ClusterRequest.PostedMessage(FactBytes.write(fact), message.key()))
            : Optional.empty();
    post.ifPresent(sent -> row.posted.add(sent.idempotencyKey()));
    ClusterRequest.ClusterAnswer.Received received = receive(row, post, false);
    if (received.isLost()) {
      return Optional.empty();
    }
    Optional<Execution> woken = received.claimed().map(claimed -> load(life, row, claimed));
    read(
        row,
        received.unread(),
        post.isPresent() || message.content() instanceof SimulatedMessage.ChildEnd,
        fact);
    return woken;
  }

  /** Returns true if the content arrives as an inbox message because the execution is parked. */
  private static boolean isPosted(SimulatedMessage.Content content, StoredRun row) {
    return switch (content) {
      case SimulatedMessage.FirstFact begun -> false;
      case SimulatedMessage.InboxFact told -> true;
      case SimulatedMessage.ChildEnd ended -> false;
      case SimulatedMessage.HandlerResult returned -> row.isAsleep;
      case SimulatedMessage.TimerFact rang -> false;
      case SimulatedMessage.ActionDue happens -> true;
    };
  }

  private ClusterRequest.ClusterAnswer.Received receive(
      StoredRun row, Optional<ClusterRequest.PostedMessage> post, boolean again) {
    return (ClusterRequest.ClusterAnswer.Received)
        ask(new ClusterRequest.ReceiveRequest(row.key(), post, again));
  }

  private ClusterRequest.ClusterAnswer ask(ClusterRequest ask) {
    try {
      return nodes.apply(ask);
    } catch (StoreFault e) {
      String invariant = e.isAbout(keys.values()) ? AS_IT_MUST : ELSEWHERE;
      throw new Violation(invariant, String.valueOf(e.getMessage()));
    }
  }

  /**
   * Checks that messages arrive once and in order: only the expected fact, after any heartbeats.
   */
  private static void read(StoredRun row, List<InboxMessage> unread, boolean expected, Fact fact) {
    row.reading = row.read;
    boolean found = false;
    for (InboxMessage message : unread) {
      if (message.number() != row.reading + 1) {
        throw new Violation("messages come in order", message.number() + " after " + row.reading);
      }
      if (MessageBody.read(message.body()) instanceof MessageBody.FactMessage factMessage) {
        if (!expected || found || !factMessage.fact().equals(fact)) {
          throw new Violation("a message comes once", "not expected: " + factMessage.fact());
        }
        found = true;
      } else if (found) {
        return;
      }
      row.reading = message.number();
    }
    if (expected && !found) {
      throw new Violation("what was accepted arrives", "not among the messages: " + fact);
    }
  }

  private Execution load(SimulatedExecution life, StoredRun row, ClaimedExecution claimed) {
    if (!claimed.info().equals(row.info)) {
      throw new Violation(
          "execution info never changes", TextDifference.between(row.info, claimed.info()));
    }
    if (row.isAsleep && !claimed.awaited().equals(row.awaited)) {
      throw new Violation(
          "calls that were made are recorded",
          TextDifference.between(row.awaited, claimed.awaited()));
    }
    row.isAsleep = false;
    Optional<Execution> snapshot = claimed.snapshot().flatMap(one -> read(life, one));
    if (claimed.snapshot().isPresent() && snapshot.isEmpty()) {
      return fold(life, Execution.notStarted(life.id), place.store.executions().facts(row.key()));
    }
    return fold(life, snapshot.orElseGet(() -> Execution.notStarted(life.id)), claimed.facts());
  }

  private Optional<Execution> read(SimulatedExecution life, ClaimedExecution.Snapshot snapshot) {
    try {
      if (snapshot.format() == Snapshots.format()) {
        Execution execution = Snapshots.read(snapshot.bytes(), life.interpreter.flow());
        place.tally.count(ObservedEvent.SNAPSHOT);
        return Optional.of(execution);
      }
    } catch (UnreadableSnapshotException e) {
      // An unreadable snapshot is ignored.
    }
    place.tally.count(ObservedEvent.UNREADABLE_SNAPSHOT);
    return Optional.empty();
  }

  private Execution fold(SimulatedExecution life, Execution from, List<JournalEntry> entries) {
    return place.core.fold(
        life.interpreter, from, entries.stream().map(StoreFactStorage::recorded).toList());
  }

  private static RecordedFact recorded(JournalEntry entry) {
    return new RecordedFact(entry.seq(), entry.at(), FactBytes.read(entry.fact()));
  }

  @Override
  public FactStorage.WriteResult write(
      SimulatedExecution life, RecordedFact recorded, AdvanceResult advanced) {
    StoredRun row = stored(life);
    Execution execution = advanced.execution();
    Optional<Commit.SentMessage> told =
        life.parent
            .filter(parent -> execution.status().isTerminal())
            .map(
                parent ->
                    new Commit.SentMessage(
                        key(parent.id()), FactBytes.write(parent.endFact(execution))));
    Commit commit = commits.of(row, recorded, advanced, told);
    ClusterRequest ask =
        new ClusterRequest.WriteRequest(
            commit, commits.snapshot(life, advanced), Set.copyOf(keys.values()));
    ClusterRequest.ClusterAnswer.WriteAnswer written =
        (ClusterRequest.ClusterAnswer.WriteAnswer) ask(ask);
    Set<SimulatedExecution> lost = new HashSet<>();
    stored.forEach(
        (one, its) -> {
          if (written.lost().contains(its.key())) {
            lost.add(one);
          }
        });
    if (written.isDurable()) {
      row.read = row.reading;
      row.isAsleep = written.parked();
      row.awaited =
          commit.disposition() instanceof Disposition.Park parks ? parks.awaited() : List.of();
      if (commit.disposition() == Release.RELEASE
          || (commit.disposition() instanceof Disposition.End && written.hasDied())) {
        lost.add(life);
      }
    }
    return new FactStorage.WriteResult(
        written.isDurable(), lost.contains(life) && dice.percent(60), lost);
  }

  @Override
  public Execution recover(SimulatedExecution life) {
    StoredRun row = stored(life);
    if (life.execution.status().isTerminal()) {
      List<JournalEntry> facts = place.store.executions().facts(row.key());
      return fold(life, Execution.notStarted(life.id), facts);
    }
    Optional<ClaimedExecution> claimed = Optional.empty();
    // The claiming node may die at once, so claim again.
    while (claimed.isEmpty()) {
      claimed = receive(row, Optional.empty(), true).claimed();
    }
    return load(life, row, claimed.get());
  }

  @Override
  public void atRest(List<SimulatedExecution> lives) {
    for (SimulatedExecution life : lives) {
      if (!life.facts.isEmpty()) {
        compare(life, stored(life));
      }
    }
  }

  private void compare(SimulatedExecution life, StoredRun row) {
    Executions executions = place.store.executions();
    List<RecordedFact> facts =
        executions.facts(row.key()).stream().map(StoreFactStorage::recorded).toList();
    if (!facts.equals(life.facts)) {
      throw new Violation("all facts are stored", TextDifference.between(life.facts, facts));
    }
    Executions.Summary summary = executions.find(row.key()).orElseThrow();
    Execution execution = life.execution;
    boolean ended = execution.status().isTerminal();
    boolean right =
        summary.info().equals(row.info)
            && (ended
                ? summary.status() == execution.status()
                    && summary.failure().equals(execution.failure())
                    && summary.startedAt().equals(execution.origin().startedAt())
                    && summary.endedAt().equals(Optional.of(life.facts.getLast().at()))
                : !summary.status().isTerminal());
    if (!right) {
      throw new Violation(
          "its info agrees with its facts", TextDifference.between(execution, summary));
    }
    if (ended && dice.percent(25)) {
      MessageAcceptance late =
          place.store.inbox().send(row.key(), new byte[] {1}, Optional.of("too late"));
      if (late != MessageAcceptance.ENDED) {
        throw new Violation("nothing is accepted after the end", "a message was " + late);
      }
    }
  }
}
