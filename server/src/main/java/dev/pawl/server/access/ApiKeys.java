package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import io.swagger.v3.oas.annotations.media.Schema;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The API keys of all tenants; only digests of them are stored. */
public final class ApiKeys {

  private static final String ISSUE =
      """
      insert into pawl.api_key (id, tenant, digest, name, roles, expires_at, flows, resources)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String VALID =
      """
      select k.tenant, k.digest, k.name, k.roles, t.suspended_at is not null, t.starts_per_second,
             k.flows, k.resources,
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
      select k.id, k.name, k.roles, k.created_at, k.expires_at, k.revoked_at, k.last_used_at,
             k.flows, k.resources
        from pawl.api_key k
       where k.tenant = ? order by k.created_at, k.id
      """;

  // Two concurrent revocations of the last two keys must see each other.
  private static final String LOCK = "select pg_advisory_xact_lock(hashtext('pawl.api_key'), ?)";

  private static final String LIST_LIVE =
      """
      select k.id, k.roles from pawl.api_key k
       where k.tenant = ? and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > now())
      """;

  private static final String REVOKE =
      """
      update pawl.api_key set revoked_at = now()
       where tenant = ? and id = ? and revoked_at is null
      """;

  /** The time for which a verified key is cached; a revoked key works no longer than that. */
  private static final long CACHED_NANOS = Duration.ofSeconds(1).toNanos();

  private static final int MAX_CACHED_KEYS = 10_000;

  /** Not limited to a tenant: the tenant of a key is known only after its lookup. */
  private final ConnectionTemplate jdbc;

  private final TenantDatabase tenanted;
  private final Map<Secret, CachedCaller> cached = new ConcurrentHashMap<>();

  /** Lookups in progress, shared by concurrent requests with the same key. */
  private final Map<Secret, CompletableFuture<Optional<Caller>>> lookups =
      new ConcurrentHashMap<>();

  private record CachedCaller(Caller caller, long since) {}

  private record LiveKey(String id, Set<Role> roles) {

    boolean may(Permission permission) {
      return roles.stream().anyMatch(role -> role.may(permission));
    }
  }

  /** The result of a revocation. */
  public enum Revocation {
    REVOKED,
    /** The key does not exist or was revoked before. */
    UNKNOWN,
    /** The key is the last one that can issue others and was not revoked. */
    LAST
  }

  /** An API key as the API shows it, without its secret. */
  public record KeyView(
      @Schema(
              description = "Id of the key, which is the part of it that is no secret.",
              example = "0123456789abcdef")
          String id,
      @Schema(description = "Name given to the key when it was issued.", example = "ci")
          String name,
      @Schema(
              description = "Roles of the key; it has the permissions of all of them.",
              example = "[\"operator\"]")
          Set<Role> roles,
      @Schema(description = "Time at which the key was issued.") Instant createdAt,
      @Schema(description = "Time from which the key is refused; absent if it does not expire.")
          @Nullable Instant expiresAt,
      @Schema(description = "Time at which the key was revoked; absent if it was not.")
          @Nullable Instant revokedAt,
      @Schema(
              description =
                  "Time at which the key was last used, to about a minute; absent if it was not"
                      + " used.")
          @Nullable Instant lastUsedAt,
      @Schema(
              description =
                  "Codes of the flows that the key is limited to, or prefixes with a trailing star;"
                      + " absent if it is not limited.",
              example = "[\"order-*\"]")
          @Nullable List<String> flows,
      @Schema(
              description =
                  "Resources that the key may work for, or prefixes with a trailing star; absent if"
                      + " it is not limited.",
              example = "[\"mail.*\"]")
          @Nullable List<String> resources) {}

  public ApiKeys(ConnectionTemplate jdbc, TenantDatabase tenanted) {
    this.tenanted = tenanted;
    this.jdbc = jdbc;
  }

  /** Issues a key; its text is available this one time only. */
  public Secret issue(KeyGrant grant) {
    Secret secret = Secret.random();
    tenanted.of(grant.tenant()).use(connection -> issue(connection, secret, grant));
    return secret;
  }

  /** Issues a key within a transaction of the caller. */
  public static Secret issue(Connection connection, Secret secret, KeyGrant grant)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ISSUE)) {
      statement.setString(1, secret.id());
      statement.setInt(2, grant.tenant().value());
      statement.setBytes(3, secret.digest());
      statement.setString(4, grant.name());
      statement.setArray(
          5, connection.createArrayOf("text", grant.roles().stream().map(Role::code).toArray()));
      statement.setObject(
          6,
          grant.expiresAt().map(at -> OffsetDateTime.ofInstant(at, ZoneOffset.UTC)).orElse(null));
      patterns(statement, 7, grant.scope().flows());
      patterns(statement, 8, grant.scope().resources());
      statement.executeUpdate();
      return secret;
    }
  }

  private static void patterns(
      PreparedStatement statement, int index, Optional<List<String>> patterns) throws SQLException {
    statement.setArray(
        index,
        patterns.isEmpty()
            ? null
            : statement.getConnection().createArrayOf("text", patterns.get().toArray()));
  }

  /**
   * Issues the first key of a platform administrator unless there is one; nodes that start at the
   * same time issue one key.
   */
  public boolean issueFirst(Secret secret) {
    TenantId tenant = TenantId.DEFAULT;
    return jdbc.transact(
        connection -> {
          ConnectionTemplate.update(connection, LOCK, tenant.value());
          if (hasFirst(connection)) {
            return false;
          }
          issue(connection, secret, KeyGrant.of(tenant, "first key", Role.PLATFORM_ADMIN));
          return true;
        });
  }

  /** Returns true if there is a valid key of a platform administrator. */
  public boolean hasFirst() {
    return jdbc.transact(this::hasFirst);
  }

  private boolean hasFirst(Connection connection) throws SQLException {
    return listLive(connection, TenantId.DEFAULT).stream()
        .anyMatch(key -> key.may(Permission.PLATFORM));
  }

  /** Returns the caller of a key; empty if it is unknown, revoked, expired or not a key at all. */
  public Optional<Caller> caller(String text) {
    // A text that is not a key is looked up as well, so that the time reveals nothing.
    return caller(Secret.of(text).orElse(Secret.NONE));
  }

  private Optional<Caller> caller(Secret secret) {
    CachedCaller known = cached.get(secret);
    if (known != null && System.nanoTime() - known.since() < CACHED_NANOS) {
      return Optional.of(known.caller());
    }
    CompletableFuture<Optional<Caller>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<Caller>> other = lookups.putIfAbsent(secret, mine);
    if (other != null) {
      return await(other);
    }
    long asked = System.nanoTime();
    try {
      Optional<Caller> found = jdbc.use(connection -> find(connection, secret));
      // Not cached if the key was revoked meanwhile.
      if (lookups.remove(secret, mine)) {
        remember(secret, found, asked);
      }
      mine.complete(found);
      return found;
    } catch (RuntimeException | Error failed) {
      lookups.remove(secret, mine);
      mine.completeExceptionally(failed);
      throw failed;
    }
  }

  /** Waits for the lookup of another thread. */
  private static Optional<Caller> await(CompletableFuture<Optional<Caller>> other) {
    try {
      return other.join();
    } catch (CompletionException failed) {
      if (failed.getCause() instanceof UnavailableException away) {
        throw away;
      }
      throw failed;
    }
  }

  private void remember(Secret secret, Optional<Caller> found, long asked) {
    if (cached.size() >= MAX_CACHED_KEYS) {
      cached.clear();
    }
    found.ifPresentOrElse(
        caller -> cached.put(secret, new CachedCaller(caller, asked)), () -> cached.remove(secret));
  }

  private record KeyCandidate(byte[] digest, Caller caller, boolean isStale) {}

  private static Optional<Caller> find(Connection connection, Secret secret) throws SQLException {
    Optional<KeyCandidate> found =
        Rows.first(
                connection,
                VALID,
                row ->
                    new KeyCandidate(
                        row.getBytes(2),
                        new Caller(
                            new TenantId(row.getInt(1)),
                            row.getString(3) + " (" + secret.id() + ")",
                            KeyRows.roles(row, 4),
                            KeyRows.standing(row, 5),
                            Optional.of(secret.id()),
                            KeyRows.scope(row, 7)),
                        row.getBoolean(9)),
                secret.id())
            .filter(one -> MessageDigest.isEqual(secret.digest(), one.digest()));
    if (found.isPresent() && found.get().isStale()) {
      ConnectionTemplate.update(connection, USED, secret.id());
    }
    return found.map(KeyCandidate::caller);
  }

  public List<KeyView> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.list(connection, LIST, KeyRows::view, tenant.value()));
  }

  public Revocation revoke(TenantId tenant, String id) {
    Revocation came = tenanted.of(tenant).transact(connection -> revoke(connection, tenant, id));
    lookups.keySet().removeIf(secret -> secret.id().equals(id));
    cached.keySet().removeIf(secret -> secret.id().equals(id));
    return came;
  }

  private static Revocation revoke(Connection connection, TenantId tenant, String id)
      throws SQLException {
    ConnectionTemplate.update(connection, LOCK, tenant.value());
    List<LiveKey> live = listLive(connection, tenant);
    for (LiveKey key : live) {
      if (key.id().equals(id) && isLast(key, live)) {
        return Revocation.LAST;
      }
    }
    return ConnectionTemplate.update(connection, REVOKE, tenant.value(), id) > 0
        ? Revocation.REVOKED
        : Revocation.UNKNOWN;
  }

  private static boolean isLast(LiveKey key, List<LiveKey> live) {
    Permission most = key.may(Permission.PLATFORM) ? Permission.PLATFORM : Permission.ADMINISTER;
    return key.may(most)
        && live.stream().noneMatch(other -> !other.id().equals(key.id()) && other.may(most));
  }

  private static List<LiveKey> listLive(Connection connection, TenantId tenant)
      throws SQLException {
    return Rows.list(
        connection,
        LIST_LIVE,
        row -> new LiveKey(row.getString(1), KeyRows.roles(row, 2)),
        tenant.value());
  }
}
