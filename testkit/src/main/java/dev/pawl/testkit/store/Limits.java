package dev.pawl.testkit.store;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How many executions nodes hold of each flow and each tenant, and how many they may. */
final class Limits {

  private record Scope(TenantId tenant, Optional<String> flow) {}

  private final Map<Scope, Integer> atMost = new HashMap<>();
  private final Map<Scope, Integer> held = new HashMap<>();

  void set(TenantId tenant, Optional<String> flow, int limit) {
    atMost.put(new Scope(tenant, flow), limit);
  }

  void lift(TenantId tenant, Optional<String> flow) {
    atMost.remove(new Scope(tenant, flow));
  }

  boolean any() {
    return !atMost.isEmpty();
  }

  boolean apply(VersionKey version) {
    return scopes(version).stream().anyMatch(atMost::containsKey);
  }

  boolean hasRoom(VersionKey version) {
    return scopes(version).stream()
        .allMatch(
            scope -> held.getOrDefault(scope, 0) < atMost.getOrDefault(scope, Integer.MAX_VALUE));
  }

  void taken(VersionKey version) {
    scopes(version).forEach(scope -> held.merge(scope, 1, Integer::sum));
  }

  void left(VersionKey version) {
    scopes(version).forEach(scope -> held.merge(scope, -1, Integer::sum));
  }

  private static List<Scope> scopes(VersionKey version) {
    return List.of(
        new Scope(version.tenant(), Optional.empty()),
        new Scope(version.tenant(), Optional.of(version.flow())));
  }
}
