package dev.pawl.testkit.store;

import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Fate;
import dev.pawl.engine.store.Letter;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The executions that have not ended, and where each of them stands. */
final class LiveExecutions {

  private static final Duration APART = Duration.ofMillis(1);

  private static final Comparator<Live> BY_TURN =
      Comparator.comparing((Live row) -> row.card.tags().priority())
          .thenComparing(Live::whenDue)
          .thenComparingLong(row -> row.number);

  private static final Comparator<Live> BY_TIMER =
      Comparator.comparing(Live::whenDue).thenComparingLong(row -> row.number);

  private final Memory memory;
  private final Map<ExecutionKey, Live> rows = new LinkedHashMap<>();
  private final TreeSet<Live> ready = new TreeSet<>(BY_TURN);
  private final TreeSet<Live> timers = new TreeSet<>(BY_TIMER);
  private final Map<Integer, Set<Live>> owned = new HashMap<>();
  private final Map<TenantId, Instant> lastTurn = new HashMap<>();
  private long born;

  final Limits limits =
      new Limits(
          kind ->
              rows.values().stream()
                  .filter(row -> kind == Kind.ACTIVE ? row.isActive() : row.hasBegun)
                  .map(row -> row.card));

  LiveExecutions(Memory memory) {
    this.memory = memory;
  }

  Optional<Live> find(ExecutionKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  Collection<Live> all() {
    return Collections.unmodifiableCollection(rows.values());
  }

  Set<Live> ownedBy(int node) {
    return owned.getOrDefault(node, Set.of());
  }

  Live born(Card card) {
    Live row = new Live(card, ++born);
    rows.put(card.key(), row);
    return row;
  }

  void own(Live row, int node) {
    leavePlace(row);
    row.place = Live.Place.OWNED;
    row.hasBegun |= !row.endsUnstarted;
    row.owner = node;
    row.waitsFor = Live.NOTHING;
    owned.computeIfAbsent(node, number -> new LinkedHashSet<>()).add(row);
  }

  void park(Live row, Fate.Parks parks) {
    leavePlace(row);
    row.place = Live.Place.ASLEEP;
    row.hasBegun = true;
    row.waitsFor = parks.waitsFor();
    row.awaited = parks.awaited();
    row.due = parks.wakeAt();
    if (row.due.isPresent()) {
      timers.add(row);
    }
    memory.timersChanged();
  }

  /** Puts it in the queue: each tenant's executions a little apart, so that none fills it alone. */
  void makeReady(Live row) {
    leavePlace(row);
    Instant turn = memory.now();
    Instant last = lastTurn.get(row.card.key().tenant());
    if (last != null && !last.plus(APART).isBefore(turn)) {
      turn = last.plus(APART);
    }
    lastTurn.put(row.card.key().tenant(), turn);
    row.place = Live.Place.READY;
    row.due = Optional.of(turn);
    ready.add(row);
    memory.news();
  }

  void ended(Live row) {
    leavePlace(row);
    rows.remove(row.card.key());
  }

  /**
   * @param cancels true if it ends an execution that has not begun
   */
  void deliver(Live row, byte[] body, boolean cancels) {
    row.accepted++;
    row.unread.add(new Letter(row.card.key(), row.accepted, memory.now(), body.clone()));
    if (row.place == Live.Place.ASLEEP) {
      makeReady(row);
    }
    row.endsUnstarted |= cancels && row.place == Live.Place.READY && !row.hasBegun;
    memory.news();
  }

  /** Moves those whose time has come into the queue. */
  void ring() {
    Instant now = memory.now();
    while (!timers.isEmpty() && !timers.first().whenDue().isAfter(now)) {
      makeReady(timers.first());
    }
  }

  Optional<Duration> untilNextTimer() {
    return timers.isEmpty()
        ? Optional.empty()
        : Optional.of(Duration.between(memory.now(), timers.first().whenDue()));
  }

  List<Live> take(int node, int max) {
    ring();
    expireQueued();
    List<Live> taken = new ArrayList<>();
    List<Live> waiting = new ArrayList<>(ready);
    waiting.sort(Comparator.comparing(row -> !row.endsUnstarted));
    for (Live row : waiting) {
      if (taken.size() == max) {
        break;
      }
      if (row.endsUnstarted || limits.hasRoom(row.card, row.hasBegun)) {
        own(row, node);
        taken.add(row);
      }
    }
    return taken;
  }

  private void expireQueued() {
    if (!limits.any()) {
      return;
    }
    for (Live row : ready) {
      row.endsUnstarted |=
          !row.hasBegun
              && limits
                  .queueTimeout(row.card)
                  .filter(timeout -> row.whenDue().plus(timeout).isBefore(memory.now()))
                  .isPresent();
    }
  }

  int release(int node) {
    List<Live> released = List.copyOf(ownedBy(node));
    released.forEach(this::makeReady);
    owned.remove(node);
    return released.size();
  }

  private void leavePlace(Live row) {
    switch (row.place) {
      case OWNED -> {
        ownedBy(row.owner).remove(row);
        if (limits.any()) {
          memory.news();
        }
      }
      case READY -> ready.remove(row);
      case ASLEEP -> {
        if (row.due.isPresent()) {
          timers.remove(row);
        }
      }
    }
    row.due = Optional.empty();
  }
}
