package dev.pawl.testkit.store;

import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.ClaimedExecution.Snapshot;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.InboxMessage;
import dev.pawl.engine.store.JournalEntry;
import dev.pawl.engine.store.NodeSession;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** The session of one node in an in-memory store. */
final class InMemoryNodeSession implements NodeSession {

  private static final int WRITER_COUNT = 2;

  private final StoreState memory;
  private final int node;
  private final Duration lease;
  private final CommitWriter writing;
  private volatile boolean expelled;
  private volatile long changesSeen;
  private volatile int members;

  InMemoryNodeSession(StoreState memory, int node, Duration lease) {
    this.memory = memory;
    this.node = node;
    this.lease = lease;
    this.writing = new CommitWriter(memory, node);
    this.members = memory.nodes.count();
  }

  @Override
  public int node() {
    return node;
  }

  @Override
  public int writers() {
    return WRITER_COUNT;
  }

  @Override
  public List<CommitResult> write(int writer, List<Commit> batch) throws InterruptedException {
    Objects.checkIndex(writer, WRITER_COUNT);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return asMember(() -> batch.stream().map(writing::write).toList());
  }

  @Override
  public List<ClaimedExecution> claim(int max) {
    return asMember(() -> memory.live.take(node, max).stream().map(this::claimed).toList());
  }

  private ClaimedExecution claimed(LiveRow row) {
    long after = row.snapshot.map(Snapshot::seq).orElse(0L);
    List<JournalEntry> journal = memory.journal.getOrDefault(row.info.key(), List.of());
    return new ClaimedExecution(
        row.info,
        row.snapshot,
        journal.stream().filter(entry -> entry.seq() > after).toList(),
        List.copyOf(row.unread),
        row.read(),
        row.awaited,
        row.endsUnstarted);
  }

  @Override
  public List<InboxMessage> messages(int max) {
    return asMember(
        () ->
            memory.live.ownedBy(node).stream()
                .flatMap(row -> row.unread.stream())
                .sorted(
                    Comparator.comparing(InboxMessage::at).thenComparingInt(InboxMessage::number))
                .limit(max)
                .toList());
  }

  @Override
  public void saveSnapshot(ExecutionKey key, Snapshot snapshot) {
    asMember(
        () -> {
          memory.live.find(key).ifPresent(row -> keepNewer(row, snapshot));
          return true;
        });
  }

  private static void keepNewer(LiveRow row, Snapshot snapshot) {
    if (row.snapshot.map(Snapshot::seq).orElse(0L) < snapshot.seq()) {
      row.snapshot = Optional.of(snapshot);
    }
  }

  @Override
  public List<ExecutionMetadata> children(ExecutionKey parent) {
    return asMember(
        () ->
            Stream.concat(
                    memory.live.all().stream().map(row -> row.info),
                    memory.finished.values().stream().map(Summary::info))
                .filter(info -> isChild(info, parent))
                .toList());
  }

  static boolean isChild(ExecutionMetadata info, ExecutionKey parent) {
    return info.key().tenant().equals(parent.tenant())
        && info.parent().filter(known -> known.id().equals(parent.id())).isPresent();
  }

  @Override
  public Instant renew() {
    return asMember(
        () -> {
          Instant now = memory.now();
          memory.nodes.renew(node, now, now.plus(lease));
          members = memory.nodes.count();
          return now;
        });
  }

  @Override
  public boolean isLimited(ExecutionMetadata info) {
    // A node that has lost its lease learns it when it writes.
    return memory.withLock(() -> memory.live.limits.apply(info));
  }

  @Override
  public int members() {
    return members;
  }

  @Override
  public Duration lease() {
    return lease;
  }

  @Override
  public int releaseDead() {
    return asMember(
        () -> {
          List<Integer> dead = new ArrayList<>(memory.nodes.dead(memory.now()));
          dead.remove((Integer) node);
          dead.forEach(memory.nodes::leave);
          return dead.stream().mapToInt(memory.live::release).sum();
        });
  }

  @Override
  public void awaitWork(Duration atMost) throws InterruptedException {
    changesSeen = memory.awaitChange(changesSeen, atMost);
  }

  @Override
  public void close() {
    memory.withLock(
        () -> {
          memory.nodes.leave(node);
          memory.live.release(node);
        });
  }

  private <T> T asMember(Supplier<T> work) {
    return memory.withLock(
        () -> {
          if (expelled) {
            throw new ExpelledException("node " + node + " was refused a write");
          }
          try {
            memory.nodes.check(node);
            return work.get();
          } catch (ExpelledException e) {
            expelled = true;
            throw e;
          }
        });
  }
}
