package dev.pawl.server.flow;

import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowStartState;
import dev.pawl.postgres.flow.VersionStore.VersionRange;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.IdParameters;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Resolves the flow and version that a start request names. Results are cached for a short time,
 * and until a flow changes on this node, because starts are far more frequent than changes.
 */
public final class ActiveVersions {

  /**
   * Maximum age of a cache entry; for that long, a start may miss a change made on another node.
   */
  private static final long CACHE_NANOS = Duration.ofMillis(500).toNanos();

  private static final int MAX_CACHED_FLOWS = 10_000;

  private final FlowStateLoader loader;
  private final Map<FlowName, CachedFlow> cache = new ConcurrentHashMap<>();
  private final AtomicLong changes = new AtomicLong();

  ActiveVersions(FlowStateLoader loader) {
    this.loader = loader;
  }

  /** Loads the start-relevant state of a flow from the database. */
  interface FlowStateLoader {
    FlowStartState load(TenantId tenant, String flow);
  }

  /**
   * A version that can be started.
   *
   * @param priority priority of its executions unless the start request sets one
   */
  public record StartableVersion(String code, int version, Priority priority) {}

  private record FlowName(TenantId tenant, String flow) {}

  /**
   * A cache entry.
   *
   * @param changes change counter before the read; the entry is stale if the counter has moved
   */
  private record CachedFlow(FlowStartState flow, long since, long changes) {}

  /**
   * Returns the requested version of a flow, or its active version if none is requested.
   *
   * @throws ApiException if the flow or version does not exist, or if the flow cannot be started
   */
  public StartableVersion requireVersion(TenantId tenant, String flow, Optional<Integer> version) {
    FlowStartState found = requireStartable(tenant, flow);
    if (version.isPresent() && !found.hasVersion(version.get())) {
      // Another node may have published it after the entry was cached.
      FlowName name = new FlowName(tenant, flow);
      cache.remove(name);
      found = requireStartable(tenant, flow);
      if (!found.hasVersion(version.get())) {
        throw FlowVersions.noVersion(
            found.code(),
            version.get(),
            new VersionRange(Math.max(0, found.gone()) + 1, found.latest()));
      }
    }
    if (version.isPresent()) {
      return new StartableVersion(found.code(), version.get(), found.priority());
    }
    if (found.active().isEmpty()) {
      throw ApiException.conflict(
          "not-published", "the flow has no active version; publish it first");
    }
    return new StartableVersion(found.code(), found.active().getAsInt(), found.priority());
  }

  /** Returns the active version of a flow, whether or not an emergency stop is in force. */
  public Optional<StartableVersion> active(TenantId tenant, String flow) {
    try {
      FlowStartState found = flow(new FlowName(tenant, flow));
      return found.archived() || found.active().isEmpty()
          ? Optional.empty()
          : Optional.of(
              new StartableVersion(found.code(), found.active().getAsInt(), found.priority()));
    } catch (ApiException unknown) {
      return Optional.empty();
    }
  }

  /**
   * Returns the state of a flow that can be started.
   *
   * @throws ApiException if the flow is unknown or archived
   * @throws TenantPausedException if an emergency stop is in force
   */
  FlowStartState requireStartable(TenantId tenant, String flow) {
    FlowStartState found = flow(new FlowName(tenant, flow));
    if (found.archived()) {
      throw ApiException.conflict("archived", "the flow is archived; restore it to start it");
    }
    if (found.halted()) {
      throw new TenantPausedException();
    }
    return found;
  }

  /**
   * Returns the code of a flow given by its code or id.
   *
   * @throws ApiException if there is no such flow
   */
  public String code(TenantId tenant, String flow) {
    return flow(new FlowName(tenant, flow)).code();
  }

  /**
   * Returns the code of a flow given by its code or id, or the argument itself if no flow has that
   * id. Flows deployed by programs have no stored flow and are found by name only.
   */
  public String codeOrArgument(TenantId tenant, String flow) {
    if (IdParameters.parse(flow).isEmpty()) {
      return flow;
    }
    try {
      return code(tenant, flow);
    } catch (ApiException unknown) {
      return flow;
    }
  }

  private FlowStartState flow(FlowName name) {
    long before = changes.get();
    CachedFlow known = cache.get(name);
    if (known != null
        && known.changes() == before
        && System.nanoTime() - known.since() < CACHE_NANOS) {
      return known.flow();
    }
    long now = System.nanoTime();
    FlowStartState found = loader.load(name.tenant(), name.flow());
    if (cache.size() >= MAX_CACHED_FLOWS) {
      cache.clear();
    }
    cache.put(name, new CachedFlow(found, now, before));
    return found;
  }

  /** Clears the cache after a change to any flow. */
  void clearCache() {
    changes.incrementAndGet();
    cache.clear();
  }
}
