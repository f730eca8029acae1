package dev.pawl;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.LibraryNode;
import java.util.Optional;

/**
 * Creates a {@link Pawl} over a node that a test kit has started. It is not part of the public API;
 * programs use {@link Pawl#builder()}.
 */
public final class PawlAccess {

  private PawlAccess() {}

  /** Returns the API of a node, for the flows and executions of one tenant. */
  public static Pawl over(LibraryNode node, int tenant) {
    return new Pawl(new TenantId(tenant), node, CallerTransactions.NONE, Optional.empty());
  }
}
