package dev.pawl.server.view;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.util.Map;
import java.util.TreeMap;

/** Stores the preferences of users, as JSON texts by name. */
final class Preferences {

  /** The largest number of preferences of a user. */
  static final int MAX_PREFERENCES = 100;

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('pawl.preference', ?))";

  private static final String LIST =
      "select p.name, p.value from pawl.preference p where p.tenant = ? and p.owner = ?";

  private static final String COUNT_OTHERS =
      """
      select count(*) from pawl.preference p where p.tenant = ? and p.owner = ? and p.name <> ?
      """;

  private static final String SAVE =
      """
      insert into pawl.preference (tenant, owner, name, value) values (?, ?, ?, ?)
      on conflict (tenant, owner, name) do update
        set value = excluded.value, updated_at = now()
      """;

  private static final String DELETE =
      "delete from pawl.preference where tenant = ? and owner = ? and name = ?";

  private final TenantDatabase tenanted;

  Preferences(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  Map<String, String> all(TenantId tenant, String owner) {
    Map<String, String> found = new TreeMap<>();
    tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    row -> found.put(row.getString(1), row.getString(2)) == null,
                    tenant.value(),
                    owner));
    return found;
  }

  /** Saves a preference; returns false if the user has reached the limit. */
  boolean save(TenantId tenant, String owner, String name, String value) {
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              Rows.list(connection, LOCK, row -> true, (long) tenant.value());
              int others =
                  Rows.list(
                          connection,
                          COUNT_OTHERS,
                          row -> row.getInt(1),
                          tenant.value(),
                          owner,
                          name)
                      .getFirst();
              if (others >= MAX_PREFERENCES) {
                return false;
              }
              ConnectionTemplate.update(connection, SAVE, tenant.value(), owner, name, value);
              return true;
            });
  }

  /** Deletes a preference; returns false if there is none. */
  boolean delete(TenantId tenant, String owner, String name) {
    return tenanted.of(tenant).update(DELETE, tenant.value(), owner, name) > 0;
  }
}
