package dev.pawl.engine.store;

import java.util.Optional;

/** The definitions that executions run. */
public interface Versions {

  /** The version with that document: a new one, unless the flow's newest one is the same. */
  VersionKey add(TenantId tenant, String flow, byte[] document);

  /**
   * The version that a start or a call takes when it names none: the active one of a flow that has
   * authors, the newest one of any other.
   */
  Optional<VersionKey> current(TenantId tenant, String flow);

  Optional<byte[]> document(VersionKey version);
}
