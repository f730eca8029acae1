package dev.pawl;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.LibraryNode;
import java.util.Optional;

/**
 * Connects a {@link Pawl} with other modules: creates one over a node that a test kit has started,
 * and returns what it is built on. It is not part of the public API; programs use {@link
 * Pawl#builder()}.
 */
public final class PawlAccess {

  private PawlAccess() {}

  /** Returns the API of a node, for the flows and executions of one tenant. */
  public static Pawl over(LibraryNode node, int tenant) {
    return new Pawl(new TenantId(tenant), node, CallerTransactions.NONE, Optional.empty());
  }

  /** Returns the node below a {@link Pawl}. */
  public static LibraryNode node(Pawl pawl) {
    return pawl.node();
  }

  /** Returns the tenant whose flows and executions a {@link Pawl} uses. */
  public static TenantId tenant(Pawl pawl) {
    return pawl.tenant();
  }

  /** Returns how a {@link Pawl} finds the transactions of its callers. */
  public static CallerTransactions transactions(Pawl pawl) {
    return pawl.transactions();
  }
}
