package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
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

/** The keys of all tenants. What is kept of a key cannot be turned back into it. */
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

  // Of two who revoke the last two keys at the same time, one must see what the other did.
  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.api_key'), ?)";

  private static final String LIVE =
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

  /** How long a key is believed: one that was revoked works no longer than that. */
  private static final long BELIEVED = Duration.ofSeconds(1).toNanos();

  private static final int MOST_BELIEVED = 10_000;

  /** A key tells whose it is, so looking for it cannot begin with that. */
  private final Borrowed borrowed;

  private final Tenanted tenanted;
  private final Map<Secret, Believed> believed = new ConcurrentHashMap<>();

  /** Many requests with the same key ask for it once. */
  private final Map<Secret, CompletableFuture<Optional<Caller>>> sought = new ConcurrentHashMap<>();

  private record Believed(Caller caller, long since) {}

  private record Live(String id, Set<Role> roles) {

    boolean may(Permission permission) {
      return roles.stream().anyMatch(role -> role.may(permission));
    }
  }

  /** What came of revoking a key. */
  public enum Revocation {
    REVOKED,
    /** There is no such key, or it was revoked before. */
    UNKNOWN,
    /** It is the last that can issue others, so it stays. */
    LAST
  }

  /** A key as it is shown to those who administer it. */
  public record Shown(
      String id,
      String name,
      Set<Role> roles,
      Instant createdAt,
      @Nullable Instant expiresAt,
      @Nullable Instant revokedAt,
      @Nullable Instant lastUsedAt,
      @Nullable List<String> flows,
      @Nullable List<String> resources) {}

  public ApiKeys(Borrowed borrowed, Tenanted tenanted) {
    this.tenanted = tenanted;
    this.borrowed = borrowed;
  }

  /** A new key. This is the only time that anybody sees it. */
  public Secret issue(Grant grant) {
    Secret secret = Secret.random();
    tenanted.of(grant.tenant()).use(connection -> issue(connection, secret, grant));
    return secret;
  }

  /** The same within a transaction of somebody else's. */
  public static Secret issue(Connection connection, Secret secret, Grant grant)
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
   * Issues a key of the platform's administrators, unless somebody has one already: whichever nodes
   * start at the same time.
   */
  public boolean issueFirst(Secret secret) {
    TenantId tenant = TenantId.DEFAULT;
    return borrowed.transact(
        connection -> {
          Borrowed.update(connection, ONE_AT_A_TIME, tenant.value());
          if (hasFirst(connection)) {
            return false;
          }
          issue(connection, secret, Grant.of(tenant, "first key", Role.PLATFORM_ADMIN));
          return true;
        });
  }

  /** Whether somebody has a key of the platform's administrators. */
  public boolean hasFirst() {
    return borrowed.transact(this::hasFirst);
  }

  private boolean hasFirst(Connection connection) throws SQLException {
    return live(connection, TenantId.DEFAULT).stream()
        .anyMatch(key -> key.may(Permission.PLATFORM));
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
    CompletableFuture<Optional<Caller>> mine = new CompletableFuture<>();
    CompletableFuture<Optional<Caller>> other = sought.putIfAbsent(secret, mine);
    if (other != null) {
      return heard(other);
    }
    long asked = System.nanoTime();
    try {
      Optional<Caller> found = borrowed.use(connection -> find(connection, secret));
      // If the key was revoked meanwhile, this is what was true before.
      if (sought.remove(secret, mine)) {
        remember(secret, found, asked);
      }
      mine.complete(found);
      return found;
    } catch (RuntimeException | Error failed) {
      sought.remove(secret, mine);
      mine.completeExceptionally(failed);
      throw failed;
    }
  }

  /** What somebody else is about to hear. */
  private static Optional<Caller> heard(CompletableFuture<Optional<Caller>> other) {
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
    if (believed.size() >= MOST_BELIEVED) {
      believed.clear();
    }
    found.ifPresentOrElse(
        caller -> believed.put(secret, new Believed(caller, asked)), () -> believed.remove(secret));
  }

  private record Candidate(byte[] digest, Caller caller, boolean isStale) {}

  private static Optional<Caller> find(Connection connection, Secret secret) throws SQLException {
    Optional<Candidate> found =
        Rows.first(
                connection,
                VALID,
                row ->
                    new Candidate(
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
      Borrowed.update(connection, USED, secret.id());
    }
    return found.map(Candidate::caller);
  }

  public List<Shown> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.list(connection, LIST, KeyRows::shown, tenant.value()));
  }

  public Revocation revoke(TenantId tenant, String id) {
    Revocation came = tenanted.of(tenant).transact(connection -> revoke(connection, tenant, id));
    sought.keySet().removeIf(secret -> secret.id().equals(id));
    believed.keySet().removeIf(secret -> secret.id().equals(id));
    return came;
  }

  private static Revocation revoke(Connection connection, TenantId tenant, String id)
      throws SQLException {
    Borrowed.update(connection, ONE_AT_A_TIME, tenant.value());
    List<Live> live = live(connection, tenant);
    for (Live key : live) {
      if (key.id().equals(id) && isLast(key, live)) {
        return Revocation.LAST;
      }
    }
    return Borrowed.update(connection, REVOKE, tenant.value(), id) > 0
        ? Revocation.REVOKED
        : Revocation.UNKNOWN;
  }

  private static boolean isLast(Live key, List<Live> live) {
    Permission most = key.may(Permission.PLATFORM) ? Permission.PLATFORM : Permission.ADMINISTER;
    return key.may(most)
        && live.stream().noneMatch(other -> !other.id().equals(key.id()) && other.may(most));
  }

  private static List<Live> live(Connection connection, TenantId tenant) throws SQLException {
    return Rows.list(
        connection, LIVE, row -> new Live(row.getString(1), KeyRows.roles(row, 2)), tenant.value());
  }
}
