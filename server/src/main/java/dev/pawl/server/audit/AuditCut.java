package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Deletes the oldest audit entries. The number and digest of the last deleted entry are kept, so
 * that the chain can be verified from the first remaining one. Runs for all tenants, outside
 * row-level security.
 */
final class AuditCut {

  private static final int ROWS_PER_STATEMENT = 5_000;

  private static final String OLD = "select distinct a.tenant from pawl.audit a where a.at < ?";

  // The newest entry is kept, however old it is, because the next one refers to its digest.
  private static final String CUT =
      """
      insert into pawl.audit_truncation as k (of_tenant, number, digest)
      select a.tenant, a.number, a.digest from pawl.audit a
       where a.tenant = ? and a.at < ?
         and a.number < (select max(l.number) from pawl.audit l where l.tenant = ?)
         and a.number < (select min(f.number) + %d from pawl.audit f where f.tenant = ?)
       order by a.number desc limit 1
      on conflict (of_tenant) do update
         set number = excluded.number, digest = excluded.digest, at = now()
      returning k.number
      """
          .formatted(ROWS_PER_STATEMENT);

  private static final String DELETE_OLD =
      "delete from pawl.audit where tenant = ? and number <= ?";

  private static final String FIND =
      "select k.number, k.digest from pawl.audit_truncation k where k.of_tenant = ?";

  private final ConnectionTemplate jdbc;

  AuditCut(ConnectionTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /** Returns the link to the last deleted entry of a tenant, at which its chain begins. */
  AuditTrail.ChainLink firstLink(TenantId tenant) {
    return jdbc.use(
            connection ->
                Rows.first(
                    connection,
                    FIND,
                    row -> new AuditTrail.ChainLink(row.getLong(1), row.getBytes(2)),
                    tenant.value()))
        .orElse(AuditTrail.ChainLink.NONE);
  }

  /** Deletes entries older than the given time. */
  void deleteBefore(Instant before, BooleanSupplier isOver) {
    List<Integer> tenants =
        jdbc.use(
            connection ->
                Rows.list(connection, OLD, row -> row.getInt(1), before.atOffset(ZoneOffset.UTC)));
    for (int tenant : tenants) {
      boolean more = true;
      while (more && !isOver.getAsBoolean()) {
        more = jdbc.transact(connection -> deleteBefore(connection, tenant, before));
      }
    }
  }

  private static boolean deleteBefore(Connection connection, int tenant, Instant before)
      throws SQLException {
    ConnectionTemplate.update(connection, AuditTrail.LOCK, tenant);
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
    return ConnectionTemplate.update(connection, DELETE_OLD, tenant, last.get())
        == ROWS_PER_STATEMENT;
  }
}
