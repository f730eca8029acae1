package dev.pawl.engine.store;

import java.util.Optional;

/** The versions of flows. */
public interface Versions {

  /** Adds a version of a flow, unless its newest one has the same document, and returns it. */
  VersionKey add(TenantId tenant, String flow, byte[] document);

  /**
   * Finds the version that a start or a call without a version uses: the active one of a flow that
   * is edited in drafts, the newest one of any other.
   */
  Optional<VersionKey> current(TenantId tenant, String flow);

  /** Reads the document of a version. */
  Optional<byte[]> document(VersionKey version);
}
