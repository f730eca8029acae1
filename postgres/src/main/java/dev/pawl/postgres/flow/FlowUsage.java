package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/** Counts the flows of tenants, and reads their quotas. */
public final class FlowUsage {

  private static final String READ =
      "select t.active_flows, t.definition_bytes from pawl.tenant t where t.id = ?";

  private static final String SET =
      "update pawl.tenant set active_flows = ?::int, definition_bytes = ?::int where id = ?";

  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtextextended('pawl.flow_quota', ?))";

  private static final String ACTIVE =
      """
      select count(*) from pawl.flow f
       where f.tenant = ? and f.active is not null and f.archived_at is null
      """;

  // The time of a transaction is one instant, so these are the rows that it has written.
  private static final String LARGEST_SAVED =
      """
      select f.code, octet_length(f.source) from pawl.flow f
       where f.tenant = ? and f.updated_at = now() and f.archived_at is null
         and octet_length(f.source) > ?
       order by 2 desc limit 1
      """;

  private final ConnectionTemplate jdbc;

  /**
   * Creates access to the quotas.
   *
   * @param jdbc unrestricted access: tenants may not change their quotas
   */
  public FlowUsage(ConnectionTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The quotas of a tenant; an empty one means no limit.
   *
   * @param activeFlows the maximum number of flows that can be started
   * @param definitionBytes the maximum size of a definition
   */
  public record FlowQuota(OptionalInt activeFlows, OptionalInt definitionBytes) {

    public static final FlowQuota NONE = new FlowQuota(OptionalInt.empty(), OptionalInt.empty());
  }

  /** A definition and its size. */
  public record DefinitionSize(String flow, int bytes) {}

  public FlowQuota read(TenantId tenant) {
    return jdbc.use(connection -> Rows.first(connection, READ, FlowUsage::quota, tenant.value()))
        .orElse(FlowQuota.NONE);
  }

  private static FlowQuota quota(ResultSet row) throws SQLException {
    return new FlowQuota(Rows.number(row, 1), Rows.number(row, 2));
  }

  /** Sets the quotas; an empty one means no limit. */
  public void set(
      TenantId tenant, Optional<Integer> activeFlows, Optional<Integer> definitionBytes) {
    jdbc.update(
        SET,
        activeFlows.map(String::valueOf).orElse(null),
        definitionBytes.map(String::valueOf).orElse(null),
        tenant.value());
  }

  /** Keeps other transactions from counting the flows of a tenant until this one ends. */
  public static void lock(Connection connection, TenantId tenant) throws SQLException {
    Rows.list(connection, ONE_AT_A_TIME, row -> true, tenant.value());
  }

  /** Returns the number of flows that can be started. */
  public static long active(Connection connection, TenantId tenant) throws SQLException {
    return Rows.first(connection, ACTIVE, row -> row.getLong(1), tenant.value()).orElse(0L);
  }

  /** Returns the number of flows that can be started. */
  public long active(TenantId tenant) {
    return jdbc.use(connection -> active(connection, tenant));
  }

  /** Finds the largest definition above a size that this transaction has saved. */
  public static Optional<DefinitionSize> savedAbove(
      Connection connection, TenantId tenant, int bytes) throws SQLException {
    return Rows.first(
        connection,
        LARGEST_SAVED,
        row -> new DefinitionSize(row.getString(1), row.getInt(2)),
        tenant.value(),
        bytes);
  }
}
