package dev.pawl.postgres.outbound;

import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * Remembers for less than a second what a tenant has under a name, also that it has nothing. A
 * change on any node is therefore seen within a second, and a busy tenant costs one query per
 * second and name.
 */
final class NameCache<T> {

  private static final long MAX_AGE_NANOS = Duration.ofMillis(900).toNanos();
  private static final int MAX_ENTRIES = 10_000;

  private final BiFunction<TenantId, String, Optional<T>> load;
  private final Map<NameKey, LoadedValue<T>> entries = new ConcurrentHashMap<>();

  NameCache(BiFunction<TenantId, String, Optional<T>> load) {
    this.load = load;
  }

  private record NameKey(TenantId tenant, String name) {}

  private record LoadedValue<T>(Optional<T> value, long loadedAtNanos) {}

  Optional<T> find(TenantId tenant, String name) {
    NameKey key = new NameKey(tenant, name);
    LoadedValue<T> known = entries.get(key);
    // The age counts from before the query, which may have missed a change that came after.
    long now = System.nanoTime();
    if (known != null && now - known.loadedAtNanos() < MAX_AGE_NANOS) {
      return known.value();
    }
    Optional<T> value = load.apply(tenant, name);
    if (entries.size() >= MAX_ENTRIES) {
      entries.values().removeIf(entry -> now - entry.loadedAtNanos() >= MAX_AGE_NANOS);
    }
    if (entries.size() < MAX_ENTRIES) {
      entries.put(key, new LoadedValue<>(value, now));
    }
    return value;
  }
}
