package dev.pawl.triggers.config;

import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Changes triggers so that no start can miss the change: the transaction locks the configuration of
 * the tenant against starts under way, and gives it a new epoch, which refuses starts that were
 * decided before.
 */
public final class ConfigChanges {

  /** How long a change waits for other nodes to read it. */
  public static final Duration MAX_PROPAGATION = Duration.ofSeconds(2);

  private static final Duration POLL_INTERVAL = Duration.ofMillis(20);

  // Changes commit in the order of their epochs, so that a reader of higher epochs misses none.
  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtextextended('pawl.config_epoch', 0))";

  private static final String ADD_TENANT =
      "insert into pawl.tenant_config (tenant, epoch) values (?, 0) on conflict do nothing";

  // An update alone would not wait for starts, which hold FOR KEY SHARE.
  private static final String LOCK =
      "select c.epoch from pawl.tenant_config c where c.tenant = ? for update";

  private static final String NEXT_EPOCH =
      """
      update pawl.tenant_config set epoch = pawl.next_config_epoch() where tenant = ?
      returning epoch, pg_notify('pawl', 'config')
      """;

  private static final String BEHIND =
      """
      select count(*) from pawl.node n where n.lease_until > now() and n.config_epoch < ?
      """;

  private final TenantDatabase tenanted;
  private final ConnectionTemplate nodes;
  private final ConfigCache cache;

  /**
   * Creates access for changes.
   *
   * @param nodes unrestricted access, for the rows of nodes
   */
  public ConfigChanges(TenantDatabase tenanted, ConnectionTemplate nodes, ConfigCache cache) {
    this.tenanted = tenanted;
    this.nodes = nodes;
    this.cache = cache;
  }

  /** A change within its transaction. */
  public interface Change<T> {
    T apply(Connection connection) throws SQLException;
  }

  /**
   * A change that was made in a transaction.
   *
   * @param epoch the epoch that it gave to the configuration
   */
  record Changed<T>(T result, long epoch) {}

  /**
   * Applies a change. When this method returns, no node can start anything by the configuration
   * before, and each live node knows the new one, or reads it before it decides again.
   */
  public <T> T apply(TenantId tenant, Change<T> change) {
    Changed<T> changed =
        tenanted.of(tenant).transact(connection -> apply(connection, tenant, change));
    awaitNodes(changed.epoch);
    return changed.result;
  }

  /**
   * Applies a change in the transaction of the caller, who calls {@link #awaitNodes} after the
   * commit.
   */
  <T> Changed<T> apply(Connection connection, TenantId tenant, Change<T> change)
      throws SQLException {
    Rows.list(connection, ONE_AT_A_TIME, row -> true);
    ConnectionTemplate.update(connection, ADD_TENANT, tenant.value());
    Rows.list(connection, LOCK, row -> true, tenant.value());
    T result = change.apply(connection);
    long epoch =
        Rows.first(connection, NEXT_EPOCH, row -> row.getLong(1), tenant.value()).orElseThrow();
    return new Changed<>(result, epoch);
  }

  /** Returns when each live node knows a committed change. */
  void awaitNodes(long epoch) {
    cache.poll();
    RuntimeClock clock = RuntimeClock.SYSTEM;
    long start = clock.nanos();
    try {
      while (isBehind(epoch) && clock.nanos() - start < MAX_PROPAGATION.toNanos()) {
        clock.sleep(POLL_INTERVAL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private boolean isBehind(long epoch) {
    return nodes.use(
        connection ->
            Rows.first(connection, BEHIND, row -> row.getLong(1) > 0, epoch).orElse(false));
  }
}
