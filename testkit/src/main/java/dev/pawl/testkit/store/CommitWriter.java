package dev.pawl.testkit.store;

import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Commit.Abandoned;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.Offer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Applies the commits of one node; checks each commit first, so that a refused one has no effect.
 */
final class CommitWriter {

  private final StoreState memory;
  private final int node;

  CommitWriter(StoreState memory, int node) {
    this.memory = memory;
    this.node = node;
  }

  CommitResult write(Commit commit) {
    Optional<CommitResult> objection =
        duplicate(commit)
            .or(() -> refusal(commit).map(CommitResult.Refused::new))
            .or(() -> rejection(commit));
    return objection.orElseGet(() -> isQueued(commit) ? queue(commit) : apply(commit));
  }

  private Optional<CommitResult> duplicate(Commit commit) {
    return commit.isNew()
        ? StoreState.AcceptedKey.start(commit.info())
            .flatMap(key -> Optional.ofNullable(memory.accepted.get(key)))
            .map(CommitResult.Duplicate::new)
        : Optional.empty();
  }

  private static boolean isStart(Commit commit) {
    return commit.isNew() && !(commit.disposition() instanceof Disposition.End);
  }

  private Optional<CommitResult> rejection(Commit commit) {
    return isStart(commit) ? memory.live.limits.rejection(commit.info()) : Optional.empty();
  }

  /**
   * Returns true if the commit is a start that must wait for a concurrency permit. An execution
   * that has already done more than start is not queued.
   */
  private boolean isQueued(Commit commit) {
    return isStart(commit)
        && (commit.facts().size() == 1 || commit.disposition() instanceof Disposition.Release)
        && memory.live.limits.apply(commit.info());
  }

  /**
   * Queues a start. Its outgoing commands are dropped, since the node that starts it issues them
   * again.
   */
  private CommitResult queue(Commit commit) {
    Limits limits = memory.live.limits;
    boolean isAdmitted = limits.mayReject(commit.info()) && limits.hasPermits(commit.info());
    LiveRow row = insert(commit.info(), false);
    row.hasBegun = isAdmitted;
    memory.journal.put(commit.key(), new ArrayList<>(commit.facts()));
    return commit.disposition() instanceof Disposition.Release
        ? Committed.COMMITTED
        : CommitResult.Queued.QUEUED;
  }

  private Optional<String> refusal(Commit commit) {
    Optional<LiveRow> row = memory.live.find(commit.key());
    if (commit.isNew() && isKnown(commit.key())) {
      return Optional.of(commit.key().id() + " was born before");
    }
    if (!commit.isNew() && row.filter(this::isOurs).isEmpty()) {
      return Optional.of(commit.key().id() + " is not held by node " + node);
    }
    if (commit.read() > row.map(live -> live.accepted).orElse(0)) {
      return Optional.of("message " + commit.read() + " was never written");
    }
    long next = memory.journal.getOrDefault(commit.key(), List.of()).size() + 1L;
    for (JournalEntry entry : commit.facts()) {
      if (entry.seq() != next++) {
        return Optional.of("fact " + entry.seq() + " stands where " + (next - 1) + " belongs");
      }
    }
    return commit.outgoing().children().stream()
        .map(Commit.ChildStart::info)
        .filter(
            child ->
                isKnown(child.key())
                    || StoreState.AcceptedKey.start(child).filter(this::isTaken).isPresent())
        .findFirst()
        .map(child -> "child " + child.id() + " was born before");
  }

  private boolean isKnown(ExecutionKey key) {
    return memory.live.find(key).isPresent()
        || memory.finished.containsKey(key)
        || memory.journal.containsKey(key);
  }

  private boolean isOurs(LiveRow row) {
    return row.place == LiveRow.RowState.OWNED && row.owner == node;
  }

  private boolean isTaken(StoreState.AcceptedKey key) {
    return memory.accepted.containsKey(key);
  }

  private CommitResult apply(Commit commit) {
    LiveRow row =
        commit.isNew() ? insert(commit.info(), true) : memory.live.find(commit.key()).orElseThrow();
    memory.journal.computeIfAbsent(commit.key(), key -> new ArrayList<>()).addAll(commit.facts());
    row.unread.removeIf(message -> message.number() <= commit.read());
    row.ending = commit.ending().or(() -> row.ending);
    Commit.Outgoing outgoing = commit.outgoing();
    outgoing.children().forEach(this::insertChild);
    offer(outgoing.offering());
    outgoing.abandoned().forEach(step -> abandon(commit.key(), step));
    outgoing
        .messages()
        .forEach(
            message ->
                memory
                    .live
                    .find(message.to())
                    .ifPresent(to -> memory.live.deliver(to, message.body(), false)));
    return applyDisposition(row, commit.disposition(), commit.isNew());
  }

  private void offer(Commit.NewOffer offering) {
    for (Offer made : offering.made()) {
      memory.offers.putIfAbsent(made.key(), new InMemoryOffers.OfferRow(made, memory.now()));
      memory.signalChange();
    }
    offering.withdrawn().forEach(memory.offers::remove);
  }

  private LiveRow insert(ExecutionMetadata info, boolean owned) {
    StoreState.AcceptedKey.start(info)
        .ifPresent(
            key -> {
              memory.accepted.put(key, info.id());
              info.tags().origin().request().ifPresent(said -> memory.requests.put(key, said));
            });
    LiveRow row = memory.live.insert(info);
    if (owned) {
      memory.live.assign(row, node);
    } else {
      memory.live.makeReady(row);
    }
    return row;
  }

  private void insertChild(Commit.ChildStart child) {
    insert(child.info(), child.owned());
    memory.journal.put(child.info().key(), new ArrayList<>(List.of(child.started())));
  }

  private void abandon(ExecutionKey parent, Abandoned abandoned) {
    List<LiveRow> children =
        memory.live.all().stream()
            .filter(row -> InMemoryNodeSession.isChild(row.info, parent))
            .filter(row -> row.info.parent().orElseThrow().step().equals(abandoned.step()))
            .toList();
    children.forEach(child -> memory.live.deliver(child, abandoned.message(), true));
  }

  private CommitResult applyDisposition(LiveRow row, Disposition disposition, boolean birth) {
    return switch (disposition) {
      case Disposition.Continue goesOn -> Committed.COMMITTED;
      case Disposition.Release handedBack -> {
        memory.live.makeReady(row);
        row.hasBegun &= !birth;
        yield Committed.COMMITTED;
      }
      case Disposition.Park parks when row.accepted != parks.messages() ->
          MessagesPending.MESSAGES_PENDING;
      case Disposition.Park parks -> {
        memory.live.park(row, parks);
        yield Committed.COMMITTED;
      }
      case Disposition.End ended -> {
        memory.live.remove(row);
        memory.finished.put(row.info.key(), summary(row.info, ended));
        yield Committed.COMMITTED;
      }
    };
  }

  private static Summary summary(ExecutionMetadata info, Disposition.End ended) {
    return new Summary(
        info,
        ended.status(),
        ended.startedAt(),
        Optional.of(ended.at()),
        ended.failure(),
        Optional.empty());
  }
}
