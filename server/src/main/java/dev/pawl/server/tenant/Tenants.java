package dev.pawl.server.tenant;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.permit.LimitQueries;
import dev.pawl.postgres.permit.LimitQueries.ScopedLimit;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.KeyGrant;
import dev.pawl.server.access.Role;
import dev.pawl.server.access.Secret;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The tenants and their limits; used by platform administrators only, across all tenants. */
public final class Tenants {

  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('pawl.tenant'))";

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

  private static final String FIND_NAME =
      "select t.name, t.title from pawl.tenant t where t.id = ?";

  private static final String SUSPEND =
      """
      update pawl.tenant set suspended_at = case when ? then coalesce(suspended_at, now()) end
       where id = ?
      """;

  private static final String ALL = "select t.id from pawl.tenant t order by t.id";

  private static final String FIND_START_RATE =
      "select t.starts_per_second from pawl.tenant t where t.id = ?";

  private static final String SET_START_RATE =
      "update pawl.tenant set starts_per_second = ? where id = ?";

  private final ConnectionTemplate jdbc;
  private final LimitQueries limits;

  Tenants(ConnectionTemplate jdbc) {
    this.jdbc = jdbc;
    this.limits = new LimitQueries(TenantDatabase.unguarded(jdbc));
  }

  record Tenant(
      TenantId id,
      String code,
      String name,
      Instant createdAt,
      Optional<Instant> suspendedAt,
      @Nullable Integer startsPerSecond) {}

  /**
   * Creates a tenant and the key of its first administrator in one transaction.
   *
   * @return empty if the code is taken
   */
  Optional<Secret> create(String code, String name) {
    return jdbc.transact(
        connection -> {
          ConnectionTemplate.update(connection, LOCK);
          Optional<TenantId> created =
              Rows.first(connection, CREATE, row -> new TenantId(row.getInt(1)), code, name);
          if (created.isEmpty()) {
            return Optional.empty();
          }
          KeyGrant first = KeyGrant.of(created.get(), "first key", Role.TENANT_ADMIN);
          return Optional.of(ApiKeys.issue(connection, Secret.random(), first));
        });
  }

  Optional<Tenant> find(String code) {
    return jdbc.use(connection -> Rows.first(connection, FIND, Tenants::read, code));
  }

  /** Returns the id of the tenant with that code. */
  public Optional<TenantId> idOf(String code) {
    return find(code).map(Tenant::id);
  }

  /** The code and the name of a tenant. */
  public record TenantName(String code, String name) {}

  /** Returns the code and the name of a tenant that exists. */
  public TenantName nameOf(TenantId id) {
    return jdbc.use(
            connection ->
                Rows.first(
                    connection,
                    FIND_NAME,
                    row -> new TenantName(row.getString(1), row.getString(2)),
                    id.value()))
        .orElseThrow();
  }

  /** Returns the id of the tenant with that code and what the platform allows it. */
  public Optional<KnownTenant> known(String code) {
    return find(code)
        .map(
            found ->
                new KnownTenant(
                    found.id,
                    new Caller.TenantStanding(
                        found.suspendedAt.isPresent(),
                        found.startsPerSecond == null
                            ? OptionalInt.empty()
                            : OptionalInt.of(found.startsPerSecond))));
  }

  /** A tenant that requests without a key name. */
  public record KnownTenant(TenantId id, Caller.TenantStanding standing) {}

  List<Tenant> list(String after, int limit) {
    return jdbc.use(connection -> Rows.list(connection, LIST, Tenants::read, after, limit));
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
    jdbc.update(SUSPEND, suspended, tenant.value());
  }

  void setStartRate(TenantId tenant, @Nullable Integer perSecond) {
    jdbc.use(
        connection -> {
          try (PreparedStatement statement = connection.prepareStatement(SET_START_RATE)) {
            statement.setObject(1, perSecond, Types.INTEGER);
            statement.setInt(2, tenant.value());
            return statement.executeUpdate();
          }
        });
  }

  /** Returns the ids of all tenants. */
  public List<TenantId> all() {
    return jdbc.use(connection -> Rows.list(connection, ALL, row -> new TenantId(row.getInt(1))));
  }

  /** Returns the limit of starts per second and node. */
  OptionalInt startRate(TenantId tenant) {
    return jdbc
        .use(
            connection ->
                Rows.list(
                    connection,
                    FIND_START_RATE,
                    row -> Optional.ofNullable(row.getObject(1, Integer.class)),
                    tenant.value()))
        .stream()
        .flatMap(Optional::stream)
        .mapToInt(Integer::intValue)
        .findFirst();
  }

  Map<LimitsView.ScopedKind, ConcurrencyLimit> limits(TenantId tenant) {
    Map<LimitsView.ScopedKind, ConcurrencyLimit> found = new HashMap<>();
    for (ScopedLimit scoped : limits.list(tenant)) {
      found.put(new LimitsView.ScopedKind(scoped.flow(), scoped.limit().kind()), scoped.limit());
    }
    return found;
  }
}
