package dev.pawl.postgres.connection;

import dev.pawl.engine.store.TenantId;
import java.util.Optional;

/**
 * Provides access to the database that is restricted to one tenant. All work on the template that
 * {@link #of} returns runs in a transaction under a role for which row-level security shows, and
 * allows to change, the rows of that tenant only. Statements must still name the tenant, as the
 * first line of defence and for the indexes.
 *
 * <pre>{@code
 * tenanted.of(caller.tenant()).use(connection -> ...);   // several statements: all or nothing
 * tenanted.of(caller.tenant()).update(SQL, caller.tenant().value(), id);
 * }</pre>
 *
 * <p>All requests of the API use this access. Components that need the rows of several tenants,
 * such as key lookup, tenant administration and the engine, use a plain {@link ConnectionTemplate}
 * and state why. A new table only needs a column {@code tenant}: the migration secures it.
 */
@FunctionalInterface
public interface TenantDatabase {

  /** Returns a template for the rows of one tenant. */
  ConnectionTemplate of(TenantId tenant);

  /** Returns unrestricted access, for components that serve all tenants. */
  static TenantDatabase unguarded(ConnectionTemplate jdbc) {
    return tenant -> jdbc;
  }

  /** Returns access under the role of the API, restricted by row-level security. */
  static TenantDatabase guarded(ConnectionTemplate.Source source) {
    return tenant -> new ConnectionTemplate(source, Optional.of(tenant));
  }
}
