package dev.pawl.server.tenant;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.Kind;
import dev.pawl.engine.store.ConcurrencyLimit.Overflow;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Grant;
import dev.pawl.server.access.Role;
import dev.pawl.server.access.Secret;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** All tenants. Only the platform's administrators come here, so no tenant's rows are set apart. */
public final class Tenants {

  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.tenant'))";

  private static final String CREATE =
      """
      insert into pawl.tenant (id, name, title) select max(t.id) + 1, ?, ? from pawl.tenant t
      on conflict (name) do nothing
      returning id
      """;

  private static final String LIST =
      """
      select t.id, t.name, t.title, t.created_at, t.suspended_at, t.starts_per_second
        from pawl.tenant t
       where t.name > ? order by t.name limit ?
      """;

  private static final String FIND =
      """
      select t.id, t.name, t.title, t.created_at, t.suspended_at, t.starts_per_second
        from pawl.tenant t
       where t.name = ?
      """;

  private static final String SUSPEND =
      """
      update pawl.tenant set suspended_at = case when ? then coalesce(suspended_at, now()) end
       where id = ?
      """;

  private static final String ALL = "select t.id from pawl.tenant t order by t.id";

  private static final String MOST_STARTS =
      "select t.starts_per_second from pawl.tenant t where t.id = ?";

  private static final String STARTS = "update pawl.tenant set starts_per_second = ? where id = ?";

  private static final String LIMITS =
      """
      select l.flow, l.kind, l.at_most, l.overflow, ceil(extract(epoch from l.queue_timeout))::bigint
        from pawl.limited l where l.tenant = ?
      """;

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

  /**
   * A tenant with a key of its first administrator: both or neither.
   *
   * @return empty if there is one of that code
   */
  Optional<Secret> create(String code, String name) {
    return borrowed.transact(
        connection -> {
          Borrowed.update(connection, ONE_AT_A_TIME);
          Optional<TenantId> created =
              Rows.first(connection, CREATE, row -> new TenantId(row.getInt(1)), code, name);
          if (created.isEmpty()) {
            return Optional.empty();
          }
          Grant first = Grant.of(created.get(), "first key", Role.TENANT_ADMIN);
          return Optional.of(ApiKeys.issue(connection, Secret.random(), first));
        });
  }

  Optional<Tenant> find(String code) {
    return borrowed.use(connection -> Rows.first(connection, FIND, Tenants::read, code));
  }

  List<Tenant> list(String after, int limit) {
    return borrowed.use(connection -> Rows.list(connection, LIST, Tenants::read, after, limit));
  }

  private static Tenant read(ResultSet row) throws SQLException {
    int starts = row.getInt(6);
    Integer startsPerSecond = row.wasNull() ? null : starts;
    return new Tenant(
        new TenantId(row.getInt(1)),
        row.getString(2),
        row.getString(3),
        Rows.time(row, 4).orElseThrow(),
        Rows.time(row, 5),
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

  /** All there are. */
  public List<TenantId> all() {
    return borrowed.use(
        connection -> Rows.list(connection, ALL, row -> new TenantId(row.getInt(1))));
  }

  /** How many executions it may start per second on each node. */
  OptionalInt startsPerSecond(TenantId tenant) {
    return borrowed
        .use(
            connection ->
                Rows.list(
                    connection,
                    MOST_STARTS,
                    row -> Optional.ofNullable(row.getObject(1, Integer.class)),
                    tenant.value()))
        .stream()
        .flatMap(Optional::stream)
        .mapToInt(Integer::intValue)
        .findFirst();
  }

  Map<LimitsView.Scope, ConcurrencyLimit> limits(TenantId tenant) {
    Map<LimitsView.Scope, ConcurrencyLimit> limits = new HashMap<>();
    borrowed
        .use(connection -> Rows.list(connection, LIMITS, Tenants::limit, tenant.value()))
        .forEach(limit -> limits.put(limit.getKey(), limit.getValue()));
    return limits;
  }

  private static Map.Entry<LimitsView.Scope, ConcurrencyLimit> limit(ResultSet row)
      throws SQLException {
    Kind kind = Kind.valueOf(row.getString(2).toUpperCase(Locale.ROOT));
    return Map.entry(
        new LimitsView.Scope(row.getString(1), kind),
        new ConcurrencyLimit(
            kind,
            row.getInt(3),
            Overflow.valueOf(row.getString(4).toUpperCase(Locale.ROOT)),
            Optional.ofNullable(row.getObject(5, Long.class)).map(Duration::ofSeconds)));
  }
}
