package dev.pawl.testkit.store;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Maintenance of an in-memory store. */
final class InMemoryMaintenance implements Maintenance {

  private static final List<String> CHILDREN_ONLY = List.of("child");

  private final StoreState memory;

  InMemoryMaintenance(StoreState memory) {
    this.memory = memory;
  }

  @Override
  public boolean onOneNode(String name, Duration length, Runnable work) {
    if (!memory.work.add(name)) {
      return false;
    }
    try {
      work.run();
    } finally {
      memory.work.remove(name);
    }
    return true;
  }

  @Override
  public void preparePartitions() {
    // An in-memory store has no partitions.
  }

  @Override
  public int deleteFinished(Duration age) {
    return memory.withLock(
        () -> {
          Instant limit = memory.now().minus(age);
          Set<Instant> lively =
              memory.live.all().stream()
                  .map(row -> day(row.info.key()))
                  .collect(Collectors.toSet());
          List<ExecutionKey> old =
              memory.finished.keySet().stream()
                  .filter(key -> !day(key).plus(1, ChronoUnit.DAYS).isAfter(limit))
                  .filter(key -> !lively.contains(day(key)))
                  .toList();
          old.forEach(memory.finished::remove);
          old.forEach(memory.journal::remove);
          return old.size();
        });
  }

  private static Instant day(ExecutionKey key) {
    return TimedId.time(key.id()).truncatedTo(ChronoUnit.DAYS);
  }

  @Override
  public Map<String, Integer> audit() {
    return memory.withLock(
        () -> {
          Map<String, Integer> found = new TreeMap<>();
          for (LiveRow row : List.copyOf(memory.live.all())) {
            auditFinding(row)
                .ifPresent(
                    kind -> {
                      found.merge(kind, 1, Integer::sum);
                      memory.live.makeReady(row);
                    });
          }
          return found;
        });
  }

  private Optional<String> auditFinding(LiveRow row) {
    if (row.place != LiveRow.RowState.ASLEEP || row.due.isPresent() || row.waitsFor.paused()) {
      return Optional.empty();
    }
    List<String> kinds = row.waitsFor.kinds();
    if (kinds.isEmpty()) {
      return Optional.of("parked without a reason");
    }
    return kinds.equals(CHILDREN_ONLY) && !hasLiveChild(row.info.key())
        ? Optional.of("waits for children that no longer exist")
        : Optional.empty();
  }

  private boolean hasLiveChild(ExecutionKey parent) {
    return memory.live.all().stream()
        .anyMatch(row -> InMemoryNodeSession.isChild(row.info, parent));
  }

  @Override
  public void limit(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    memory.withLock(
        () -> {
          memory.live.limits.set(tenant, flow, limit);
          memory.signalChange();
        });
  }

  @Override
  public void unlimit(TenantId tenant, Optional<String> flow, ConcurrencyLimit.LimitKind kind) {
    memory.withLock(
        () -> {
          memory.live.limits.lift(tenant, flow, kind);
          memory.signalChange();
        });
  }
}
