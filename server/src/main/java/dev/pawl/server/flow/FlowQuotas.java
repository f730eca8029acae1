package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate.SqlWork;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.flow.FlowUsage;
import dev.pawl.postgres.flow.FlowUsage.DefinitionSize;
import dev.pawl.postgres.flow.FlowUsage.FlowQuota;
import dev.pawl.server.problem.QuotaExceededException;
import dev.pawl.server.tenant.QuotaWarnings;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Limits the active flows of a tenant and the size of its definitions. Every transaction that may
 * change flows runs here; one that exceeds a quota is rolled back. Counts are exact on all nodes.
 */
final class FlowQuotas {

  private final TenantDatabase tenanted;
  private final FlowUsage usage;
  private final QuotaWarnings warnings;

  FlowQuotas(TenantDatabase tenanted, FlowUsage usage, QuotaWarnings warnings) {
    this.tenanted = tenanted;
    this.usage = usage;
    this.warnings = warnings;
  }

  private record Counted<T>(T result, long before, long after) {}

  /**
   * Runs a change in one transaction.
   *
   * @throws QuotaExceededException if it exceeds a quota
   */
  <T> T transact(TenantId tenant, SqlWork<T> change) {
    FlowQuota quota = usage.read(tenant);
    if (quota.equals(FlowQuota.NONE)) {
      return tenanted.of(tenant).transact(change);
    }
    Counted<T> counted =
        tenanted
            .of(tenant)
            .transact(
                connection -> {
                  FlowUsage.lock(connection, tenant);
                  long before = FlowUsage.active(connection, tenant);
                  T result = change.run(connection);
                  long after = FlowUsage.active(connection, tenant);
                  check(connection, tenant, quota, before, after);
                  return new Counted<>(result, before, after);
                });
    if (quota.activeFlows().isPresent()) {
      warnings.changed(
          tenant,
          "activeFlows",
          LocalDate.now(ZoneOffset.UTC).toString(),
          counted.before,
          counted.after,
          quota.activeFlows().getAsInt());
    }
    return counted.result;
  }

  private static void check(
      Connection connection, TenantId tenant, FlowQuota quota, long before, long after)
      throws SQLException {
    if (quota.activeFlows().isPresent()) {
      int limit = quota.activeFlows().getAsInt();
      if (after > limit && after > before) {
        throw new QuotaExceededException(
            "this tenant has %d active flows and may have %d; deactivate or archive one, or ask an administrator of the platform to raise activeFlows"
                .formatted(before, limit),
            before,
            limit);
      }
    }
    if (quota.definitionBytes().isPresent()) {
      int limit = quota.definitionBytes().getAsInt();
      Optional<DefinitionSize> large = FlowUsage.savedAbove(connection, tenant, limit);
      if (large.isPresent()) {
        throw new QuotaExceededException(
            "the definition of '%s' has %d bytes and may have %d; split the flow, or ask an administrator of the platform to raise definitionBytes"
                .formatted(large.get().flow(), large.get().bytes(), limit),
            large.get().bytes(),
            limit);
      }
    }
  }
}
