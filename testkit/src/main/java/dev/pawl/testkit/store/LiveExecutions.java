package dev.pawl.testkit.store;

import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.Disposition;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.InboxMessage;
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

/** The executions that have not ended, by their place: owned by a node, ready, or asleep. */
final class LiveExecutions {

  private static final Duration QUEUE_SPACING = Duration.ofMillis(1);

  private static final Comparator<LiveRow> BY_TURN =
      Comparator.comparing((LiveRow row) -> row.info.tags().priority())
          .thenComparing(LiveRow::whenDue)
          .thenComparingLong(row -> row.number);

  private static final Comparator<LiveRow> BY_TIMER =
      Comparator.comparing(LiveRow::whenDue).thenComparingLong(row -> row.number);

  private final StoreState memory;
  private final Map<ExecutionKey, LiveRow> rows = new LinkedHashMap<>();
  private final TreeSet<LiveRow> ready = new TreeSet<>(BY_TURN);
  private final TreeSet<LiveRow> timers = new TreeSet<>(BY_TIMER);
  private final Map<Integer, Set<LiveRow>> owned = new HashMap<>();
  private final Map<TenantId, Instant> lastTurn = new HashMap<>();
  private long insert;

  final Limits limits =
      new Limits(
          kind ->
              rows.values().stream()
                  .filter(row -> kind == LimitKind.ACTIVE ? row.isActive() : row.hasBegun)
                  .map(row -> row.info));

  LiveExecutions(StoreState memory) {
    this.memory = memory;
  }

  Optional<LiveRow> find(ExecutionKey key) {
    return Optional.ofNullable(rows.get(key));
  }

  Collection<LiveRow> all() {
    return Collections.unmodifiableCollection(rows.values());
  }

  Set<LiveRow> ownedBy(int node) {
    return owned.getOrDefault(node, Set.of());
  }

  LiveRow insert(ExecutionMetadata info) {
    LiveRow row = new LiveRow(info, ++insert);
    rows.put(info.key(), row);
    return row;
  }

  void assign(LiveRow row, int node) {
    leaveQueue(row);
    row.place = LiveRow.RowState.OWNED;
    row.hasBegun |= !row.endsUnstarted;
    row.owner = node;
    row.waitsFor = LiveRow.NOTHING;
    owned.computeIfAbsent(node, number -> new LinkedHashSet<>()).add(row);
  }

  void park(LiveRow row, Disposition.Park parks) {
    leaveQueue(row);
    row.place = LiveRow.RowState.ASLEEP;
    row.hasBegun = true;
    row.endsUnstarted = false;
    row.waitsFor = parks.waitsFor();
    row.awaited = parks.awaited();
    row.due = parks.wakeAt();
    if (row.due.isPresent()) {
      timers.add(row);
    }
    memory.timersChanged();
  }

  /**
   * Puts an execution into the run queue. Executions of one tenant are spaced apart, so that no
   * tenant can fill the queue alone.
   */
  void makeReady(LiveRow row) {
    leaveQueue(row);
    Instant turn = memory.now();
    Instant last = lastTurn.get(row.info.key().tenant());
    if (last != null && !last.plus(QUEUE_SPACING).isBefore(turn)) {
      turn = last.plus(QUEUE_SPACING);
    }
    lastTurn.put(row.info.key().tenant(), turn);
    row.place = LiveRow.RowState.READY;
    row.due = Optional.of(turn);
    ready.add(row);
    memory.signalChange();
  }

  void remove(LiveRow row) {
    leaveQueue(row);
    rows.remove(row.info.key());
  }

  /**
   * Delivers a message and wakes the execution if it sleeps.
   *
   * @param cancels true if the message ends an execution that has not begun
   */
  void deliver(LiveRow row, byte[] body, boolean cancels) {
    row.accepted++;
    row.unread.add(new InboxMessage(row.info.key(), row.accepted, memory.now(), body.clone()));
    if (row.place == LiveRow.RowState.ASLEEP) {
      makeReady(row);
    }
    row.endsUnstarted |= cancels && row.place == LiveRow.RowState.READY && !row.hasBegun;
    memory.signalChange();
  }

  /** Moves executions whose timers are due into the run queue. */
  void wakeDue() {
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

  List<LiveRow> take(int node, int max) {
    wakeDue();
    expireQueued();
    List<LiveRow> taken = new ArrayList<>();
    List<LiveRow> waiting = new ArrayList<>(ready);
    waiting.sort(Comparator.comparing(row -> !row.endsUnstarted));
    for (LiveRow row : waiting) {
      if (taken.size() == max) {
        break;
      }
      if (row.endsUnstarted || limits.hasRoom(row.info, row.hasBegun)) {
        assign(row, node);
        taken.add(row);
      }
    }
    return taken;
  }

  private void expireQueued() {
    if (!limits.any()) {
      return;
    }
    for (LiveRow row : ready) {
      row.endsUnstarted |=
          !row.hasBegun
              && limits
                  .queueTimeout(row.info)
                  .filter(timeout -> row.whenDue().plus(timeout).isBefore(memory.now()))
                  .isPresent();
    }
  }

  int release(int node) {
    List<LiveRow> released = List.copyOf(ownedBy(node));
    released.forEach(this::makeReady);
    owned.remove(node);
    return released.size();
  }

  private void leaveQueue(LiveRow row) {
    switch (row.place) {
      case OWNED -> {
        ownedBy(row.owner).remove(row);
        if (limits.any()) {
          memory.signalChange();
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
