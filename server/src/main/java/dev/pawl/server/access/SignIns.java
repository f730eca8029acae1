package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.row.Sha256;
import java.security.SecureRandom;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One-time sign-in links and the sessions that they open. A session has the roles and the scope of
 * the caller who created the link.
 */
public final class SignIns {

  /** The time for which a link is valid. */
  public static final Duration LINK_TIME = Duration.ofMinutes(10);

  /** The time for which a session is valid. */
  public static final Duration SESSION_TIME = Duration.ofHours(12);

  private static final int RANDOM_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** The form of a code; other texts need no lookup. */
  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_-]{43}");

  private static final String DELETE_EXPIRED =
      "delete from pawl.sign_in where tenant = ? and expires_at < now()";

  private static final String INSERT =
      """
      insert into pawl.sign_in (digest, tenant, session, name, roles, expires_at, key)
      values (?, ?, false, ?, ?, now() + make_interval(secs => ?), ?)
      """;

  // One statement: of two concurrent uses of a link, one opens a session.
  private static final String REDEEM =
      """
      with l as (
        delete from pawl.sign_in where digest = ? and not session and expires_at > now()
        returning tenant, name, roles, key)
      insert into pawl.sign_in (digest, tenant, session, name, roles, expires_at, key)
      select ?, l.tenant, true, l.name, l.roles, now() + make_interval(secs => ?), l.key from l
      """;

  // A session ends with the key that created its link.
  private static final String VALID =
      """
      select s.tenant, s.name, s.roles, t.suspended_at is not null, t.starts_per_second, s.key,
             k.flows, k.resources
        from pawl.sign_in s
        join pawl.tenant t on t.id = s.tenant
        left join pawl.api_key k on k.id = s.key and k.tenant = s.tenant
       where s.digest = ? and s.session and s.expires_at > now()
         and (s.key is null
              or k.revoked_at is null and k.id is not null
                 and (k.expires_at is null or k.expires_at > now()))
      """;

  private static final String END = "delete from pawl.sign_in where digest = ? and session";

  /** Not limited to a tenant: the tenant is known only after the lookup. */
  private final ConnectionTemplate jdbc;

  private final TenantDatabase tenanted;

  SignIns(ConnectionTemplate jdbc, TenantDatabase tenanted) {
    this.jdbc = jdbc;
    this.tenanted = tenanted;
  }

  /** Creates a link and returns its code. */
  public String link(Caller by) {
    String code = random();
    tenanted
        .of(by.tenant())
        .use(
            connection -> {
              ConnectionTemplate.update(connection, DELETE_EXPIRED, by.tenant().value());
              try (PreparedStatement statement = connection.prepareStatement(INSERT)) {
                statement.setBytes(1, Sha256.of(code));
                statement.setInt(2, by.tenant().value());
                statement.setString(3, by.name());
                statement.setArray(
                    4,
                    connection.createArrayOf(
                        "text", by.roles().stream().map(Role::code).toArray()));
                statement.setLong(5, LINK_TIME.toSeconds());
                statement.setString(6, by.key().orElse(null));
                return statement.executeUpdate();
              }
            });
    return code;
  }

  /** Redeems a link; empty if it was used before, has expired or never existed. */
  Optional<Session> redeem(String code) {
    if (!CODE.matcher(code).matches()) {
      return Optional.empty();
    }
    String session = random();
    int followed =
        jdbc.update(REDEEM, Sha256.of(code), Sha256.of(session), SESSION_TIME.toSeconds());
    return followed == 1
        ? caller(session).map(caller -> new Session(session, caller))
        : Optional.empty();
  }

  /** Opens a session for the caller of a key. */
  Session open(Caller by) {
    return redeem(link(by)).orElseThrow();
  }

  /** A session and its caller. */
  record Session(String text, Caller caller) {

    /** Returns no secret: the text would end up in logs. */
    @Override
    public String toString() {
      return "a session of " + caller.name();
    }
  }

  /** Returns the caller of a session; empty if it has ended or its key is no longer valid. */
  public Optional<Caller> caller(String session) {
    return jdbc.use(
        connection -> Rows.first(connection, VALID, SignIns::caller, (Object) Sha256.of(session)));
  }

  private static Caller caller(ResultSet row) throws SQLException {
    return new Caller(
        new TenantId(row.getInt(1)),
        row.getString(2),
        KeyRows.roles(row, 3),
        KeyRows.standing(row, 4),
        Optional.ofNullable(row.getString(6)),
        KeyRows.scope(row, 7));
  }

  void end(String session) {
    jdbc.update(END, (Object) Sha256.of(session));
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
