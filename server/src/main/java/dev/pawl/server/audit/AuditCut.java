package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Forgets the oldest entries, and keeps the number and the digest of the last one that went, so
 * that the chain can be followed from the first one that stays. Entries of all tenants get old, so
 * no tenant's rows are set apart.
 */
final class AuditCut {

  private static final int AT_ONCE = 5_000;

  private static final String OLD = "select distinct a.tenant from pawl.audit a where a.at < ?";

  // The newest stays, however old it is: the next one is tied to it.
  private static final String CUT =
      """
      insert into pawl.audit_cut as k (of_tenant, number, digest)
      select a.tenant, a.number, a.digest from pawl.audit a
       where a.tenant = ? and a.at < ?
         and a.number < (select max(l.number) from pawl.audit l where l.tenant = ?)
         and a.number < (select min(f.number) + %d from pawl.audit f where f.tenant = ?)
       order by a.number desc limit 1
      on conflict (of_tenant) do update
         set number = excluded.number, digest = excluded.digest, at = now()
      returning k.number
      """
          .formatted(AT_ONCE);

  private static final String FORGET = "delete from pawl.audit where tenant = ? and number <= ?";

  private static final String FIND =
      "select k.number, k.digest from pawl.audit_cut k where k.of_tenant = ?";

  private final Borrowed borrowed;

  AuditCut(Borrowed borrowed) {
    this.borrowed = borrowed;
  }

  /** Behind which link the entries of a tenant begin. */
  AuditTrail.Link beginning(TenantId tenant) {
    return borrowed
        .use(
            connection ->
                Rows.first(
                    connection,
                    FIND,
                    row -> new AuditTrail.Link(row.getLong(1), row.getBytes(2)),
                    tenant.value()))
        .orElse(AuditTrail.Link.NONE);
  }

  /** Forgets what is older than that. */
  void forget(Instant before, BooleanSupplier isOver) {
    List<Integer> tenants =
        borrowed.use(
            connection ->
                Rows.list(connection, OLD, row -> row.getInt(1), before.atOffset(ZoneOffset.UTC)));
    for (int tenant : tenants) {
      boolean more = true;
      while (more && !isOver.getAsBoolean()) {
        more = borrowed.transact(connection -> forget(connection, tenant, before));
      }
    }
  }

  private static boolean forget(Connection connection, int tenant, Instant before)
      throws SQLException {
    Borrowed.update(connection, AuditTrail.ONE_AT_A_TIME, tenant);
    Optional<Long> last =
        Rows.first(
            connection,
            CUT,
            row -> row.getLong(1),
            tenant,
            before.atOffset(ZoneOffset.UTC),
            tenant,
            tenant);
    if (last.isEmpty()) {
      return false;
    }
    return Borrowed.update(connection, FORGET, tenant, last.get()) == AT_ONCE;
  }
}
