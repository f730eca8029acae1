package dev.pawl.postgres.worker;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Stores the descriptors of resources, in the transaction of the caller; the latest one of a
 * resource replaces the others.
 */
public final class ResourceDescriptors {

  private static final String SAVE =
      """
      insert into pawl.resource_descriptor (tenant, resource, descriptor) values (?, ?, ?)
      on conflict (tenant, resource)
        do update set descriptor = excluded.descriptor, at = excluded.at
      """;

  // A worker sends its descriptors at its start only and may run for long.
  private static final String FORGET =
      """
      delete from pawl.resource_descriptor d
       where d.tenant = ? and d.at < now() - interval '90 days'
         and not exists (select from pawl.worker w
               where w.tenant = d.tenant and w.resource = d.resource)
      """;

  private static final String COUNT =
      "select count(*) from pawl.resource_descriptor d where d.tenant = ?";

  private static final String FIND =
      """
      select d.resource, d.descriptor from pawl.resource_descriptor d
       where d.tenant = ? and d.resource = any(?)
      """;

  private ResourceDescriptors() {}

  /** A descriptor as JSON text, with the resource it describes. */
  public record StoredDescriptor(String resource, String descriptor) {}

  /**
   * Stores descriptors, forgets old ones that no worker serves, and returns the number of all
   * descriptors of the tenant.
   *
   * @param descriptors JSON texts by resource
   */
  public static int save(Connection connection, TenantId tenant, Map<String, String> descriptors)
      throws SQLException {
    ConnectionTemplate.update(connection, FORGET, tenant.value());
    for (Map.Entry<String, String> one : descriptors.entrySet()) {
      ConnectionTemplate.update(connection, SAVE, tenant.value(), one.getKey(), one.getValue());
    }
    return Rows.first(connection, COUNT, row -> row.getInt(1), tenant.value()).orElse(0);
  }

  /** Returns the descriptors of those resources that have one. */
  public static List<StoredDescriptor> find(
      Connection connection, TenantId tenant, Collection<String> resources) throws SQLException {
    return Rows.list(
        connection,
        FIND,
        row -> new StoredDescriptor(row.getString(1), row.getString(2)),
        tenant.value(),
        resources.toArray(String[]::new));
  }
}
