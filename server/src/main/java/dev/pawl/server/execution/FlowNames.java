package dev.pawl.server.execution;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.flow.FlowCodes;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Caches the names of flows, because every row of a list of executions shows one. */
final class FlowNames {

  private static final long MAX_AGE_NANOS = Duration.ofSeconds(2).toNanos();
  private static final int MAX_CACHED_NAMES = 10_000;

  private final FlowCodes flows;
  private final Map<FlowKey, CachedName> cache = new ConcurrentHashMap<>();

  FlowNames(FlowCodes flows) {
    this.flows = flows;
  }

  private record FlowKey(TenantId tenant, String code) {}

  /** The name of a flow, or none if it has been deleted. */
  private record CachedName(Optional<String> name, long readAt) {}

  /** Returns the name of a flow, or none if it has been deleted. */
  Optional<String> of(TenantId tenant, String code) {
    return Optional.ofNullable(of(tenant, Set.of(code)).get(code));
  }

  /** Returns the names of flows by their codes, with at most one query. */
  Map<String, String> of(TenantId tenant, Collection<String> codes) {
    long now = System.nanoTime();
    Map<String, String> names = new HashMap<>();
    Set<String> missing = new HashSet<>();
    for (String code : codes) {
      CachedName cached = cache.get(new FlowKey(tenant, code));
      if (cached == null || now - cached.readAt() > MAX_AGE_NANOS) {
        missing.add(code);
      } else {
        cached.name().ifPresent(name -> names.put(code, name));
      }
    }
    if (!missing.isEmpty()) {
      Map<String, String> read = flows.names(tenant, missing);
      if (cache.size() + missing.size() > MAX_CACHED_NAMES) {
        cache.clear();
      }
      for (String code : missing) {
        Optional<String> name = Optional.ofNullable(read.get(code));
        cache.put(new FlowKey(tenant, code), new CachedName(name, now));
      }
      names.putAll(read);
    }
    return names;
  }
}
