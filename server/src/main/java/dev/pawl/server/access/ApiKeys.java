package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import java.security.MessageDigest;
import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The keys of all tenants. What is kept of a key cannot be turned back into it. */
public final class ApiKeys {

  private static final String ISSUE =
      """
      insert into pawl.api_key (id, tenant, digest, name, roles, expires_at)
      values (?, ?, ?, ?, ?, ?)
      """;

  private static final String VALID =
      """
      select k.tenant, k.digest, k.name, k.roles, t.suspended_at is not null, t.starts_per_second,
             k.last_used_at is null or k.last_used_at < now() - interval '1 minute'
        from pawl.api_key k join pawl.tenant t on t.id = k.tenant
       where k.id = ? and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
      """;

  private static final String USED =
      """
      update pawl.api_key set last_used_at = now()
       where id = ? and (last_used_at is null or last_used_at < now() - interval '1 minute')
      """;

  private static final String LIST =
      """
      select k.id, k.name, k.roles, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
        from pawl.api_key k
       where k.tenant = ? order by k.created_at, k.id
      """;

  private static final String REVOKE =
      """
      update pawl.api_key set revoked_at = now()
       where tenant = ? and id = ? and revoked_at is null
      """;

  /** How long a key is believed: one that was revoked works no longer than that. */
  private static final long BELIEVED = Duration.ofSeconds(1).toNanos();

  private static final int MOST_BELIEVED = 10_000;

  /** A key tells whose it is, so looking for it cannot begin with that. */
  private final Borrowed borrowed;

  private final Tenanted tenanted;
  private final Map<Secret, Believed> believed = new ConcurrentHashMap<>();

  private record Believed(Caller caller, long since) {}

  /** A key as it is shown to those who administer it. */
  public record Shown(
      String id,
      String name,
      List<String> roles,
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt,
      @Nullable Instant lastUsedAt) {}

  public ApiKeys(Borrowed borrowed, Tenanted tenanted) {
    this.tenanted = tenanted;
    this.borrowed = borrowed;
  }

  /** A new key. This is the only time that anybody sees it. */
  public Secret issue(TenantId tenant, String name, Set<Role> roles, Optional<Instant> expiresAt) {
    Secret secret = Secret.random();
    tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(ISSUE)) {
                statement.setString(1, secret.id());
                statement.setInt(2, tenant.value());
                statement.setBytes(3, secret.digest());
                statement.setString(4, name);
                statement.setArray(
                    5, connection.createArrayOf("text", roles.stream().map(Role::code).toArray()));
                statement.setObject(
                    6,
                    expiresAt.map(at -> OffsetDateTime.ofInstant(at, ZoneOffset.UTC)).orElse(null));
                return statement.executeUpdate();
              }
            });
    return secret;
  }

  /** Who has that key; empty for one that is unknown, revoked, expired or no key at all. */
  public Optional<Caller> caller(String text) {
    // One that is no key at all is looked for like any other: how long it takes tells nothing.
    return caller(Secret.of(text).orElse(Secret.NONE));
  }

  private Optional<Caller> caller(Secret secret) {
    Believed known = believed.get(secret);
    if (known != null && System.nanoTime() - known.since() < BELIEVED) {
      return Optional.of(known.caller());
    }
    Optional<Caller> found = borrowed.use(connection -> find(connection, secret));
    if (believed.size() >= MOST_BELIEVED) {
      believed.clear();
    }
    found.ifPresentOrElse(
        caller -> believed.put(secret, new Believed(caller, System.nanoTime())),
        () -> believed.remove(secret));
    return found;
  }

  private static Optional<Caller> find(Connection connection, Secret secret) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(VALID)) {
      statement.setString(1, secret.id());
      try (ResultSet row = statement.executeQuery()) {
        if (!row.next() || !MessageDigest.isEqual(secret.digest(), row.getBytes(2))) {
          return Optional.empty();
        }
        if (row.getBoolean(7)) {
          Borrowed.update(connection, USED, secret.id());
        }
        return Optional.of(caller(secret, row));
      }
    }
  }

  private static Caller caller(Secret secret, ResultSet row) throws SQLException {
    return new Caller(
        new TenantId(row.getInt(1)),
        row.getString(3) + " (" + secret.id() + ")",
        roles(row.getArray(4)),
        standing(row, 5));
  }

  static Set<Role> roles(Array codes) throws SQLException {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    texts(codes).forEach(code -> Role.of(code).ifPresent(roles::add));
    return roles;
  }

  /** From the column that says whether the tenant is suspended, and the one behind it. */
  static Caller.Standing standing(ResultSet row, int column) throws SQLException {
    int starts = row.getInt(column + 1);
    OptionalInt atMost = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(starts);
    return new Caller.Standing(row.getBoolean(column), atMost);
  }

  public List<Shown> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                statement.setInt(1, tenant.value());
                List<Shown> keys = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    keys.add(
                        new Shown(
                            row.getString(1),
                            row.getString(2),
                            texts(row.getArray(3)),
                            row.getObject(4, OffsetDateTime.class).toInstant(),
                            time(row, 5),
                            time(row, 6),
                            time(row, 7)));
                  }
                }
                return keys;
              }
            });
  }

  /** False if there is no such key, or it was revoked before. */
  public boolean revoke(TenantId tenant, String id) {
    boolean revoked = tenanted.of(tenant).update(REVOKE, tenant.value(), id) > 0;
    believed.keySet().removeIf(secret -> secret.id().equals(id));
    return revoked;
  }

  private static List<String> texts(Array array) throws SQLException {
    return List.of((String[]) array.getArray());
  }

  private static @Nullable Instant time(ResultSet row, int column) throws SQLException {
    OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
    return time == null ? null : time.toInstant();
  }
}
