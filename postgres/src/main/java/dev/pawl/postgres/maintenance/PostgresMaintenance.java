package dev.pawl.postgres.maintenance;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.Maintenance;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Implements maintenance: partitions, retention, the audit of stuck executions, and limits. */
public final class PostgresMaintenance implements Maintenance {

  private static final Duration PARTITIONS_BEHIND = Duration.ofDays(1);
  private static final Duration PARTITIONS_AHEAD = Duration.ofDays(3);

  private static final String NOW = "select now()";

  private final ConnectionTemplate jdbc;
  private final NamedLease leases;
  private final StuckExecutionAudit audit;
  private final Retention retention;
  private final LimitRows limits;
  private final Runnable limitsChanged;

  /**
   * Creates maintenance for a store.
   *
   * @param limitsChanged called when a limit was set or removed, for the nodes of this process
   */
  public PostgresMaintenance(ConnectionTemplate.Source source, Runnable limitsChanged) {
    this(source, limitsChanged, StuckExecutionAudit.RECHECK_DELAY);
  }

  /**
   * Creates maintenance with another delay of the audit.
   *
   * @param recheckDelay the delay before the audit checks again what may be temporary
   */
  public PostgresMaintenance(ConnectionTemplate.Source source, Duration recheckDelay) {
    this(source, () -> {}, recheckDelay);
  }

  private PostgresMaintenance(
      ConnectionTemplate.Source source, Runnable limitsChanged, Duration recheckDelay) {
    this.limitsChanged = limitsChanged;
    this.jdbc = new ConnectionTemplate(source);
    this.leases = new NamedLease(jdbc, UUID.randomUUID().toString());
    this.audit = new StuckExecutionAudit(jdbc, recheckDelay);
    this.retention = new Retention(jdbc);
    this.limits = new LimitRows(jdbc);
  }

  /** Returns the leases of work that one node of the cluster does at a time. */
  public NamedLease leases() {
    return leases;
  }

  @Override
  public boolean onOneNode(String name, Duration length, Runnable work) {
    return leases.run(name, length, work);
  }

  @Override
  public void preparePartitions() {
    LockRetry.retry(
        () ->
            jdbc.use(
                connection -> {
                  Instant now = now(connection);
                  Partitions.ensure(
                      connection, now.minus(PARTITIONS_BEHIND), now.plus(PARTITIONS_AHEAD));
                  return true;
                }));
  }

  @Override
  public int deleteFinished(Duration age) {
    return retention.deleteExpired(jdbc.use(PostgresMaintenance::now).minus(age));
  }

  @Override
  public Map<String, Integer> audit() {
    retention.deleteGeneratedKeys();
    return audit.run();
  }

  @Override
  public void limit(TenantId tenant, Optional<String> flow, ConcurrencyLimit limit) {
    limits.set(tenant, flow, limit);
    limitsChanged.run();
  }

  @Override
  public void unlimit(TenantId tenant, Optional<String> flow, ConcurrencyLimit.LimitKind kind) {
    limits.remove(tenant, flow, kind);
    limitsChanged.run();
  }

  private static Instant now(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(NOW)) {
      rows.next();
      return rows.getObject(1, OffsetDateTime.class).toInstant();
    }
  }
}
