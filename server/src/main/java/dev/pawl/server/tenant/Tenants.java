package dev.pawl.server.tenant;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All tenants. Only the platform's administrators come here, so no tenant's rows are set apart. */
final class Tenants {

  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.tenant'))";

  private static final String CREATE =
      """
      insert into pawl.tenant (id, name, title) select max(t.id) + 1, ?, ? from pawl.tenant t
      on conflict (name) do nothing
      """;

  private static final String LIST =
      """
      select t.id, t.name, t.title, t.created_at, t.suspended_at, t.starts_per_second
        from pawl.tenant t
       where t.name > ? and (?::text is null or t.name = ?)
       order by t.name limit ?
      """;

  private static final String SUSPEND =
      """
      update pawl.tenant set suspended_at = case when ? then coalesce(suspended_at, now()) end
       where id = ?
      """;

  private static final String STARTS = "update pawl.tenant set starts_per_second = ? where id = ?";

  private static final String LIMITS =
      "select l.flow, l.at_most from pawl.limited l where l.tenant = ?";

  private final Borrowed borrowed;

  Tenants(Borrowed borrowed) {
    this.borrowed = borrowed;
  }

  record Tenant(
      TenantId id,
      String code,
      String name,
      Instant createdAt,
      Optional<Instant> suspendedAt,
      @Nullable Integer startsPerSecond) {}

  /** False if there is one of that code. */
  boolean create(String code, String name) {
    return borrowed.transact(
        connection -> {
          Borrowed.update(connection, ONE_AT_A_TIME);
          return Borrowed.update(connection, CREATE, code, name) == 1;
        });
  }

  Optional<Tenant> find(String code) {
    return read("", code, 1).stream().findFirst();
  }

  List<Tenant> list(String after, int limit) {
    return read(after, null, limit);
  }

  private List<Tenant> read(String after, @Nullable String code, int limit) {
    return borrowed.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(LIST)) {
            statement.setString(1, after);
            statement.setString(2, code);
            statement.setString(3, code);
            statement.setInt(4, limit);
            List<Tenant> tenants = new ArrayList<>();
            try (ResultSet row = statement.executeQuery()) {
              while (row.next()) {
                tenants.add(read(row));
              }
            }
            return tenants;
          }
        });
  }

  private static Tenant read(ResultSet row) throws SQLException {
    int starts = row.getInt(6);
    Integer startsPerSecond = row.wasNull() ? null : starts;
    return new Tenant(
        new TenantId(row.getInt(1)),
        row.getString(2),
        row.getString(3),
        row.getObject(4, OffsetDateTime.class).toInstant(),
        Optional.ofNullable(row.getObject(5, OffsetDateTime.class)).map(OffsetDateTime::toInstant),
        startsPerSecond);
  }

  void suspend(TenantId tenant, boolean suspended) {
    borrowed.update(SUSPEND, suspended, tenant.value());
  }

  void limitStarts(TenantId tenant, @Nullable Integer perSecond) {
    borrowed.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(STARTS)) {
            statement.setObject(1, perSecond, Types.INTEGER);
            statement.setInt(2, tenant.value());
            return statement.executeUpdate();
          }
        });
  }

  /** How many executions of each flow may be held at once; the flow '' is all of them. */
  Map<String, Integer> limits(TenantId tenant) {
    return borrowed.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(LIMITS)) {
            statement.setInt(1, tenant.value());
            Map<String, Integer> limits = new TreeMap<>();
            try (ResultSet row = statement.executeQuery()) {
              while (row.next()) {
                limits.put(row.getString(1), row.getInt(2));
              }
            }
            return limits;
          }
        });
  }
}
