package dev.pawl.testkit.store;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The flow versions of an in-memory store. */
final class InMemoryVersions implements Versions {

  record FlowKey(TenantId tenant, String flow) {}

  private final StoreState memory;

  InMemoryVersions(StoreState memory) {
    this.memory = memory;
  }

  @Override
  public VersionKey add(TenantId tenant, String flow, byte[] document) {
    return memory.withLock(
        () -> {
          List<byte[]> known =
              memory.versions.computeIfAbsent(new FlowKey(tenant, flow), key -> new ArrayList<>());
          if (known.isEmpty() || !Arrays.equals(known.getLast(), document)) {
            known.add(document.clone());
          }
          return new VersionKey(tenant, flow, known.size());
        });
  }

  @Override
  public Optional<VersionKey> current(TenantId tenant, String flow) {
    return memory.withLock(
        () ->
            Optional.ofNullable(memory.versions.get(new FlowKey(tenant, flow)))
                .map(known -> new VersionKey(tenant, flow, known.size())));
  }

  @Override
  public Optional<byte[]> document(VersionKey version) {
    return memory.withLock(
        () ->
            Optional.ofNullable(memory.versions.get(new FlowKey(version.tenant(), version.flow())))
                .filter(known -> version.number() >= 1 && version.number() <= known.size())
                .map(known -> known.get(version.number() - 1).clone()));
  }
}
