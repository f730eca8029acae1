package dev.pawl.postgres.connection;

import dev.pawl.engine.store.TenantId;
import java.util.Optional;

/**
 * The database as one tenant may see it. Whatever is done with what {@link #of} gives runs in a
 * transaction under a role to which the database shows, and lets change, the rows of that tenant
 * only; see {@code V3__row_security.sql}. Statements still name the tenant: that is the first line,
 * and what makes them quick.
 *
 * <pre>{@code
 * tenanted.of(caller.tenant()).use(connection -> ...);   // several statements: all or nothing
 * tenanted.of(caller.tenant()).update(SQL, caller.tenant().value(), id);
 * }</pre>
 *
 * <p>All that the API asks for goes this way. Who needs more than one tenant's rows (finding out
 * whose a key is, administering tenants, the engine) takes a plain {@link Borrowed} and says why. A
 * new table needs a column {@code tenant} and nothing else: it is guarded when it is migrated.
 */
@FunctionalInterface
public interface Tenanted {

  Borrowed of(TenantId tenant);

  /** For those who serve all tenants. */
  static Tenanted unguarded(Borrowed borrowed) {
    return tenant -> borrowed;
  }

  /** Under the role of the API. */
  static Tenanted guarded(Borrowed.Source source) {
    return tenant -> new Borrowed(source, Optional.of(tenant));
  }
}
