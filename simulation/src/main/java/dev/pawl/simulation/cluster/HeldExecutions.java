package dev.pawl.simulation.cluster;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.CommitResult.MessagesPending;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.Disposition.Continue;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.NodeSession;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** One execution: the node that holds it, and what the store must show of it. */
final class HeldExecutions {

  final ExecutionKey key;

  /** Keys of messages that were accepted for it. */
  final Set<String> posted = new HashSet<>();

  private @Nullable NodeSession holder;
  private @Nullable ExecutionMetadata info;
  int accepted;
  int read;
  boolean isLost;
  boolean hasEnded;
  private Optional<ClaimedExecution> claimed = Optional.empty();
  private final TreeMap<Integer, InboxMessage> unread = new TreeMap<>();

  HeldExecutions(ExecutionKey key) {
    this.key = key;
  }

  boolean isHeldBy(NodeSession node) {
    return node.equals(holder);
  }

  boolean isFree() {
    return holder == null && !hasEnded;
  }

  /** Returns the session that may write for its world; empty if the world's state is outdated. */
  Optional<NodeSession> writer() {
    return isLost || claimed.isPresent() ? Optional.empty() : Optional.ofNullable(holder);
  }

  void claimed(NodeSession by, ClaimedExecution taken) {
    if (!isFree()) {
      throw fault("was claimed, but it " + (hasEnded ? "has ended" : "belongs to a node"));
    }
    holder = by;
    info = taken.info();
    if (taken.read() != read) {
      throw fault("has read %d messages, not %d".formatted(read, taken.read()));
    }
    unread.clear();
    taken.messages().forEach(this::message);
    if (unread.size() != accepted - read) {
      throw fault("came with %d messages of %d".formatted(unread.size(), accepted - read));
    }
    claimed = Optional.of(taken);
  }

  void message(InboxMessage message) {
    if (message.number() <= read || message.number() > accepted) {
      throw fault(
          "got message %d, having read %d of %d".formatted(message.number(), read, accepted));
    }
    unread.put(message.number(), message);
  }

  /** Returns what its world has not seen yet. */
  ClusterRequest.ClusterAnswer.Received handOver() {
    Optional<ClaimedExecution> fresh = claimed;
    claimed = Optional.empty();
    return new ClusterRequest.ClusterAnswer.Received(isLost, fresh, List.copyOf(unread.values()));
  }

  /** Forgets its node and what its world has seen of it. */
  void lose() {
    holder = null;
    isLost = claimed.isEmpty();
    claimed = Optional.empty();
  }

  void written(NodeSession by, Commit commit, CommitResult result) {
    CommitResult expected =
        commit.disposition() instanceof Disposition.Park parks && parks.messages() != accepted
            ? MessagesPending.MESSAGES_PENDING
            : Committed.COMMITTED;
    if (!result.equals(expected)) {
      throw fault("a commit came to %s, not to %s".formatted(result, expected));
    }
    info = commit.info();
    read = commit.read();
    unread.headMap(read, true).clear();
    hasEnded = commit.disposition() instanceof Disposition.End;
    boolean stays =
        expected == MessagesPending.MESSAGES_PENDING || commit.disposition() == Continue.CONTINUE;
    holder = stays ? by : null;
  }

  /** Returns a commit that parks it without a wake-up. */
  Commit parkForever() {
    Disposition.WaitsFor nothing =
        new Disposition.WaitsFor(List.of("event:never"), false, Optional.empty());
    Disposition park = new Disposition.Park(accepted, Optional.empty(), nothing, List.of());
    return new Commit(
        Objects.requireNonNull(info), false, List.of(), read, Commit.Outgoing.NOTHING, park);
  }

  StoreFault fault(String what) {
    return new StoreFault(key, what);
  }
}
