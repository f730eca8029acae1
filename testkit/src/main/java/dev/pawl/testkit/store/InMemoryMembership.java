package dev.pawl.testkit.store;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Claimed.Snapshot;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.Entry;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.ExpelledException;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Written;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** One node of an in-memory cluster. */
final class InMemoryMembership implements Membership {

  private static final int WRITERS = 2;

  private final Memory memory;
  private final int node;
  private final Duration lease;
  private final Writing writing;
  private volatile boolean expelled;
  private volatile long newsSeen;
  private volatile int members;

  InMemoryMembership(Memory memory, int node, Duration lease) {
    this.memory = memory;
    this.node = node;
    this.lease = lease;
    this.writing = new Writing(memory, node);
    this.members = memory.nodes.count();
  }

  @Override
  public int node() {
    return node;
  }

  @Override
  public int writers() {
    return WRITERS;
  }

  @Override
  public List<Written> write(int writer, List<Commit> batch) throws InterruptedException {
    Objects.checkIndex(writer, WRITERS);
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    return asMember(() -> batch.stream().map(writing::write).toList());
  }

  @Override
  public List<Claimed> claim(int max) {
    return asMember(() -> memory.live.take(node, max).stream().map(this::claimed).toList());
  }

  private Claimed claimed(Live row) {
    long after = row.snapshot.map(Snapshot::seq).orElse(0L);
    List<Entry> journal = memory.journal.getOrDefault(row.card.key(), List.of());
    return new Claimed(
        row.card,
        row.snapshot,
        journal.stream().filter(entry -> entry.seq() > after).toList(),
        List.copyOf(row.unread),
        row.read(),
        row.awaited,
        row.endsUnstarted);
  }

  @Override
  public List<Letter> letters(int max) {
    return asMember(
        () ->
            memory.live.ownedBy(node).stream()
                .flatMap(row -> row.unread.stream())
                .sorted(Comparator.comparing(Letter::at).thenComparingInt(Letter::number))
                .limit(max)
                .toList());
  }

  @Override
  public void keep(ExecutionKey key, Snapshot snapshot) {
    asMember(
        () -> {
          memory.live.find(key).ifPresent(row -> keepNewer(row, snapshot));
          return true;
        });
  }

  private static void keepNewer(Live row, Snapshot snapshot) {
    if (row.snapshot.map(Snapshot::seq).orElse(0L) < snapshot.seq()) {
      row.snapshot = Optional.of(snapshot);
    }
  }

  @Override
  public List<Card> children(ExecutionKey parent) {
    return asMember(
        () ->
            Stream.concat(
                    memory.live.all().stream().map(row -> row.card),
                    memory.finished.values().stream().map(Summary::card))
                .filter(card -> isChild(card, parent))
                .toList());
  }

  static boolean isChild(Card card, ExecutionKey parent) {
    return card.key().tenant().equals(parent.tenant())
        && card.parent().filter(known -> known.id().equals(parent.id())).isPresent();
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
  public boolean isLimited(Card card) {
    return asMember(() -> memory.live.limits.apply(card));
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
  public void awaitNews(Duration atMost) throws InterruptedException {
    newsSeen = memory.awaitNews(newsSeen, atMost);
  }

  @Override
  public void close() {
    memory.doing(
        () -> {
          memory.nodes.leave(node);
          memory.live.release(node);
        });
  }

  private <T> T asMember(Supplier<T> work) {
    return memory.doing(
        () -> {
          if (expelled) {
            throw new ExpelledException("node " + node + " was told that it may not write");
          }
          try {
            memory.nodes.check(node);
            return work.get();
          } catch (ExpelledException told) {
            expelled = true;
            throw told;
          }
        });
  }
}
