package dev.pawl.server.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.worker.WorkerPresence;
import dev.pawl.postgres.worker.WorkerPresence.PresentWorker;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Records which workers poll for which resources, each at most once in a short time. */
public final class Presence {

  /** Minimum time between two updates of a worker, which also is the precision of its last poll. */
  private static final long UPDATE_NANOS = Duration.ofSeconds(10).toNanos();

  private static final int MAX_UPDATED = 10_000;

  private record WorkerKey(TenantId tenant, String name, List<String> resources) {}

  private final WorkerPresence stored;
  private final Map<WorkerKey, Long> updated = new ConcurrentHashMap<>();

  Presence(WorkerPresence stored) {
    this.stored = stored;
  }

  void record(TenantId tenant, String name, List<String> resources) {
    WorkerKey worker = new WorkerKey(tenant, name, resources);
    Long last = updated.get(worker);
    if (last != null && System.nanoTime() - last < UPDATE_NANOS) {
      return;
    }
    if (updated.size() >= MAX_UPDATED) {
      updated.clear();
    }
    updated.put(worker, System.nanoTime());
    stored.record(tenant, name, resources);
  }

  /** Returns the most recent workers of each resource, at most 100. */
  public List<PresentWorker> list(TenantId tenant) {
    return stored.list(tenant);
  }

  /** Returns all resources that a worker has polled for recently or holds a task of. */
  public Set<String> servedResources(TenantId tenant) {
    return stored.served(tenant);
  }
}
