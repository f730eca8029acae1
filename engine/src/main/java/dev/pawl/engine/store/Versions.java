package dev.pawl.engine.store;

import java.util.Optional;

/** The definitions that executions run. */
public interface Versions {

  /** The version with that document: a new one, unless the flow's newest one is the same. */
  VersionKey add(TenantId tenant, String flow, byte[] document);

  Optional<VersionKey> newest(TenantId tenant, String flow);

  Optional<byte[]> document(VersionKey version);
}
