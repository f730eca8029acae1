package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Tenanted;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The entries of each tenant, every one tied to the one before it. */
final class AuditTrail {

  /** Whose requests without a valid key are. */
  static final TenantId NOBODY = new TenantId(0);

  private static final String ONE_AT_A_TIME =
      "select pg_advisory_xact_lock(hashtext('pawl.audit'), ?)";

  private static final String LAST =
      "select a.number, a.digest from pawl.audit a where a.tenant = ? order by a.number desc limit"
          + " 1";

  private static final String APPEND =
      """
      insert into pawl.audit (tenant, number, at, status, actor, door, target, address, digest)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String LIST =
      """
      select a.number, a.at, a.status, a.actor, a.door, a.target, a.address from pawl.audit a
       where a.tenant = ? and a.number < ?
         and (?::text is null or strpos(a.actor, ?) > 0)
         and (?::text is null or strpos(a.door, ?) > 0)
         and (?::text is null or strpos(a.target, ?) > 0)
         and (?::boolean is null or (a.status >= 400) = ?)
         and (?::timestamptz is null or a.at >= ?) and (?::timestamptz is null or a.at < ?)
       order by a.number desc limit ?
      """;

  private static final String CHAIN =
      """
      select a.number, a.at, a.status, a.actor, a.door, a.target, a.address, a.digest
        from pawl.audit a where a.tenant = ? and a.number > ? order by a.number limit ?
      """;

  private static final int AT_ONCE = 5_000;

  private final Tenanted tenanted;

  AuditTrail(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  private record Link(long number, byte[] digest) {}

  /** An entry and its number. */
  record Numbered(long number, AuditEntry entry) {}

  /** What entries are asked for; what is null does not matter. */
  record Wanted(
      @Nullable String actor,
      @Nullable String door,
      @Nullable String target,
      @Nullable Boolean denied,
      @Nullable OffsetDateTime from,
      @Nullable OffsetDateTime to) {}

  /**
   * What a look at the whole chain found.
   *
   * @param brokenAt the first entry that is not what it was, or that stands where another is
   *     missing
   * @param head the last digest; kept elsewhere, it shows later whether the end was cut off
   */
  record Verified(long entries, OptionalLong brokenAt, String head) {}

  void append(TenantId tenant, AuditEntry entry) {
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              Borrowed.update(connection, ONE_AT_A_TIME, tenant.value());
              Link last = last(connection, tenant).orElse(new Link(0, AuditEntry.BEGINNING));
              long number = last.number() + 1;
              return Borrowed.update(
                  connection,
                  APPEND,
                  tenant.value(),
                  number,
                  OffsetDateTime.ofInstant(entry.at(), ZoneOffset.UTC),
                  entry.status(),
                  entry.actor(),
                  entry.door(),
                  entry.target(),
                  entry.address(),
                  entry.digest(last.digest(), tenant.value(), number));
            });
  }

  private static Optional<Link> last(Connection connection, TenantId tenant) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(LAST)) {
      statement.setInt(1, tenant.value());
      try (ResultSet row = statement.executeQuery()) {
        return row.next()
            ? Optional.of(new Link(row.getLong(1), row.getBytes(2)))
            : Optional.empty();
      }
    }
  }

  /** The newest first, older than the given one. */
  List<Numbered> list(TenantId tenant, Wanted wanted, long before, int limit) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                int index = 0;
                statement.setInt(++index, tenant.value());
                statement.setLong(++index, before);
                for (Object value :
                    new @Nullable Object[] {wanted.actor(), wanted.door(), wanted.target()}) {
                  statement.setString(++index, (String) value);
                  statement.setString(++index, (String) value);
                }
                statement.setObject(++index, wanted.denied(), java.sql.Types.BOOLEAN);
                statement.setObject(++index, wanted.denied(), java.sql.Types.BOOLEAN);
                for (Object value : new @Nullable Object[] {wanted.from(), wanted.to()}) {
                  statement.setObject(++index, value, java.sql.Types.TIMESTAMP_WITH_TIMEZONE);
                  statement.setObject(++index, value, java.sql.Types.TIMESTAMP_WITH_TIMEZONE);
                }
                statement.setInt(++index, limit);
                List<Numbered> entries = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    entries.add(new Numbered(row.getLong(1), read(row)));
                  }
                }
                return entries;
              }
            });
  }

  /** Goes along the whole chain. */
  Verified verify(TenantId tenant) {
    Link last = new Link(0, AuditEntry.BEGINNING);
    while (true) {
      List<Step> next = chain(tenant, last.number());
      for (Step step : next) {
        byte[] expected =
            step.entry().entry().digest(last.digest(), tenant.value(), last.number() + 1);
        if (step.entry().number() != last.number() + 1
            || !MessageDigest.isEqual(expected, step.digest())) {
          return new Verified(
              last.number(), OptionalLong.of(step.entry().number()), hex(last.digest()));
        }
        last = new Link(step.entry().number(), step.digest());
      }
      if (next.size() < AT_ONCE) {
        return new Verified(last.number(), OptionalLong.empty(), hex(last.digest()));
      }
    }
  }

  private record Step(Numbered entry, byte[] digest) {}

  private List<Step> chain(TenantId tenant, long after) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(CHAIN)) {
                statement.setInt(1, tenant.value());
                statement.setLong(2, after);
                statement.setInt(3, AT_ONCE);
                List<Step> steps = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    steps.add(new Step(new Numbered(row.getLong(1), read(row)), row.getBytes(8)));
                  }
                }
                return steps;
              }
            });
  }

  private static AuditEntry read(ResultSet row) throws SQLException {
    return new AuditEntry(
        row.getObject(2, OffsetDateTime.class).toInstant(),
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getInt(3),
        row.getString(7));
  }

  private static String hex(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
