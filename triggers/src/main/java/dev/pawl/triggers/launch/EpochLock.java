package dev.pawl.triggers.launch;

import dev.pawl.engine.node.StaleConfigurationException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;

/** Locks the configuration of a tenant against changes until the end of a transaction. */
final class EpochLock {

  private static final String LOCK =
      "select c.epoch from pawl.tenant_config c where c.tenant = ? for key share";

  private EpochLock() {}

  /**
   * Locks the configuration.
   *
   * @throws StaleConfigurationException if it has another epoch
   */
  static void require(Connection connection, TenantId tenant, long epoch) throws SQLException {
    boolean isCurrent =
        Rows.first(connection, LOCK, row -> row.getLong(1) == epoch, tenant.value()).orElse(false);
    if (!isCurrent) {
      throw new StaleConfigurationException();
    }
  }
}
