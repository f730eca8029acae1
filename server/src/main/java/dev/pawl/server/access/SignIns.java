package dev.pawl.server.access;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
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
 * How a browser gets in without a key: by a link that works once, and then by a session. Whoever
 * comes this way may do what the one may who made the link.
 */
public final class SignIns {

  /** How long a link waits to be followed. */
  public static final Duration LINK = Duration.ofMinutes(10);

  /** How long a session lasts. */
  public static final Duration SESSION = Duration.ofHours(12);

  private static final int RANDOM_BYTES = 32;
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Every code that was ever issued; the database need not look for anything else. */
  private static final Pattern CODE = Pattern.compile("[A-Za-z0-9_-]{43}");

  private static final String FORGET =
      "delete from pawl.sign_in where tenant = ? and expires_at < now()";

  private static final String KEEP =
      """
      insert into pawl.sign_in (digest, tenant, session, name, roles, expires_at, key)
      values (?, ?, false, ?, ?, now() + make_interval(secs => ?), ?)
      """;

  // One statement: of two that follow the same link at the same time, one gets in.
  private static final String REDEEM =
      """
      with l as (
        delete from pawl.sign_in where digest = ? and not session and expires_at > now()
        returning tenant, name, roles, key)
      insert into pawl.sign_in (digest, tenant, session, name, roles, expires_at, key)
      select ?, l.tenant, true, l.name, l.roles, now() + make_interval(secs => ?), l.key from l
      """;

  // A session ends with the key that it came from.
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

  /** A link or a session tells whose it is, so looking for it cannot begin with that. */
  private final Borrowed borrowed;

  private final Tenanted tenanted;

  SignIns(Borrowed borrowed, Tenanted tenanted) {
    this.borrowed = borrowed;
    this.tenanted = tenanted;
  }

  /** The code of a new link. */
  public String link(Caller by) {
    String code = random();
    tenanted
        .of(by.tenant())
        .use(
            connection -> {
              Borrowed.update(connection, FORGET, by.tenant().value());
              try (PreparedStatement statement = connection.prepareStatement(KEEP)) {
                statement.setBytes(1, Sha256.of(code));
                statement.setInt(2, by.tenant().value());
                statement.setString(3, by.name());
                statement.setArray(
                    4,
                    connection.createArrayOf(
                        "text", by.roles().stream().map(Role::code).toArray()));
                statement.setLong(5, LINK.toSeconds());
                statement.setString(6, by.key().orElse(null));
                return statement.executeUpdate();
              }
            });
    return code;
  }

  /** The session that a link gives to the first who follows it; empty for everybody else. */
  Optional<Session> redeem(String code) {
    if (!CODE.matcher(code).matches()) {
      return Optional.empty();
    }
    String session = random();
    int followed =
        borrowed.update(REDEEM, Sha256.of(code), Sha256.of(session), SESSION.toSeconds());
    return followed == 1
        ? caller(session).map(caller -> new Session(session, caller))
        : Optional.empty();
  }

  /** A session and whose it is. */
  record Session(String text, Caller caller) {

    /** Never the text itself: it would end up in a log. */
    @Override
    public String toString() {
      return "a session of " + caller.name();
    }
  }

  Optional<Caller> caller(String session) {
    return borrowed.use(
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
    borrowed.update(END, (Object) Sha256.of(session));
  }

  private static String random() {
    byte[] bytes = new byte[RANDOM_BYTES];
    RANDOM.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
