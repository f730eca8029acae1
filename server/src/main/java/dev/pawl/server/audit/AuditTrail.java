package dev.pawl.server.audit;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Stores the audit entries of each tenant as a chain in which each entry has a digest that includes
 * that of the one before.
 */
final class AuditTrail implements AuditWriter.EntrySink {

  /** Pseudo tenant of requests without a valid key. */
  static final TenantId ANONYMOUS = new TenantId(0);

  /** Serializes appends, because an entry depends on the one before it. */
  static final String LOCK = "select pg_advisory_xact_lock(hashtext('pawl.audit'), ?)";

  private static final String LAST =
      "select a.number, a.digest from pawl.audit a where a.tenant = ? order by a.number desc limit"
          + " 1";

  private static final String APPEND =
      """
      insert into pawl.audit (tenant, number, at, status, actor, endpoint, target, address, count,
                              last_at, before, after, digest)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, ''), nullif(?, ''), ?)
      """;

  private static final String LIST =
      """
      select a.number, a.at, a.status, a.actor, a.endpoint, a.target, a.address, a.count, a.last_at,
             a.before, a.after
        from pawl.audit a
       where a.tenant = ? and a.number < ?
         and (?::text is null or strpos(a.actor, ?) > 0)
         and (?::text is null or strpos(a.endpoint, ?) > 0)
         and (?::text is null or strpos(a.target, ?) > 0)
         and (?::text is null or a.target = '/api/flows/' || ?
              or starts_with(a.target, '/api/flows/' || ? || '/')
              or starts_with(a.target, '/api/flows/' || ? || '?')
              or starts_with(a.target, '/api/flows/bulk?')
                 and (? = any(string_to_array(substring(a.target from 'flows=([^&]*)'), ','))
                      or strpos(a.after, '"' || ? || '"') > 0))
         and (?::boolean is null or (a.status >= 400) = ?)
         and (?::timestamptz is null or a.at >= ?) and (?::timestamptz is null or a.at < ?)
       order by a.number desc limit ?
      """;

  private static final String CHAIN =
      """
      select a.number, a.at, a.status, a.actor, a.endpoint, a.target, a.address, a.count, a.last_at,
             a.before, a.after, a.digest
        from pawl.audit a where a.tenant = ? and a.number > ? order by a.number limit ?
      """;

  /** Number of times that {@link #LIST} names the flow. */
  private static final int FLOW_PARAMETERS = 6;

  private static final int ENTRIES_PER_READ = 5_000;

  private final TenantDatabase tenanted;
  private final AuditCut cut;

  AuditTrail(TenantDatabase tenanted, AuditCut cut) {
    this.tenanted = tenanted;
    this.cut = cut;
  }

  /** The number and digest that the next entry is chained to. */
  record ChainLink(long number, byte[] digest) {

    /** Link that precedes the first entry. */
    static final ChainLink NONE = new ChainLink(0, AuditEntry.BEGINNING);
  }

  /** An entry with its number. */
  record NumberedEntry(long number, AuditEntry entry) {}

  /**
   * Search criteria; null matches everything.
   *
   * @param flow code of the flow that requests concerned
   */
  record AuditCriteria(
      @Nullable String actor,
      @Nullable String endpoint,
      @Nullable String target,
      @Nullable String flow,
      @Nullable Boolean denied,
      @Nullable OffsetDateTime from,
      @Nullable OffsetDateTime to) {}

  /**
   * The result of verifying the whole chain.
   *
   * @param first number of the first entry that is kept
   * @param brokenAt number of the first entry that was changed or follows a missing one
   * @param head last digest; a copy kept elsewhere reveals later whether the end was cut off
   */
  record ChainVerification(long first, long entries, OptionalLong brokenAt, String head) {}

  /** Appends entries in one transaction; returns when they are durable. */
  @Override
  public void append(TenantId tenant, List<AuditEntry> entries) {
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, LOCK, tenant.value());
              ChainLink last = last(connection, tenant).orElse(ChainLink.NONE);
              try (PreparedStatement statement = connection.prepareStatement(APPEND)) {
                for (AuditEntry entry : entries) {
                  last = add(statement, tenant, last, entry);
                }
                statement.executeBatch();
              }
              return last;
            });
  }

  private static ChainLink add(
      PreparedStatement statement, TenantId tenant, ChainLink last, AuditEntry entry)
      throws SQLException {
    long number = last.number() + 1;
    byte[] digest = entry.digest(last.digest(), tenant.value(), number);
    int index = 0;
    statement.setInt(++index, tenant.value());
    statement.setLong(++index, number);
    statement.setObject(++index, entry.at().atOffset(ZoneOffset.UTC));
    statement.setInt(++index, entry.status());
    for (String text : List.of(entry.actor(), entry.endpoint(), entry.target(), entry.address())) {
      statement.setString(++index, text);
    }
    statement.setInt(++index, entry.count());
    statement.setObject(
        ++index,
        entry.isMerged() ? entry.lastAt().atOffset(ZoneOffset.UTC) : null,
        Types.TIMESTAMP_WITH_TIMEZONE);
    statement.setString(++index, entry.change().before());
    statement.setString(++index, entry.change().after());
    statement.setBytes(++index, digest);
    statement.addBatch();
    return new ChainLink(number, digest);
  }

  private static Optional<ChainLink> last(Connection connection, TenantId tenant)
      throws SQLException {
    return Rows.first(
        connection, LAST, row -> new ChainLink(row.getLong(1), row.getBytes(2)), tenant.value());
  }

  /** Lists entries with numbers below the given one, newest first. */
  List<NumberedEntry> list(TenantId tenant, AuditCriteria wanted, long before, int limit) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                int index = 0;
                statement.setInt(++index, tenant.value());
                statement.setLong(++index, before);
                for (Object value :
                    new @Nullable Object[] {wanted.actor(), wanted.endpoint(), wanted.target()}) {
                  statement.setString(++index, (String) value);
                  statement.setString(++index, (String) value);
                }
                for (int i = 0; i < FLOW_PARAMETERS; i++) {
                  statement.setString(++index, wanted.flow());
                }
                statement.setObject(++index, wanted.denied(), Types.BOOLEAN);
                statement.setObject(++index, wanted.denied(), Types.BOOLEAN);
                for (Object value : new @Nullable Object[] {wanted.from(), wanted.to()}) {
                  statement.setObject(++index, value, Types.TIMESTAMP_WITH_TIMEZONE);
                  statement.setObject(++index, value, Types.TIMESTAMP_WITH_TIMEZONE);
                }
                statement.setInt(++index, limit);
                List<NumberedEntry> entries = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    entries.add(new NumberedEntry(row.getLong(1), read(row)));
                  }
                }
                return entries;
              }
            });
  }

  /** Verifies the whole chain, from the first entry that is kept. */
  ChainVerification verify(TenantId tenant) {
    ChainLink beginning = cut.firstLink(tenant);
    while (true) {
      ChainVerification verified = verify(tenant, beginning);
      ChainLink begins = cut.firstLink(tenant);
      // Entries deleted during the verification are not missing, so it is repeated.
      if (verified.brokenAt().isEmpty() || begins.number() == beginning.number()) {
        return verified;
      }
      beginning = begins;
    }
  }

  private ChainVerification verify(TenantId tenant, ChainLink beginning) {
    ChainLink last = beginning;
    while (true) {
      List<ChainEntry> next = chain(tenant, last.number());
      for (ChainEntry step : next) {
        byte[] expected =
            step.entry().entry().digest(last.digest(), tenant.value(), last.number() + 1);
        if (step.entry().number() != last.number() + 1
            || !MessageDigest.isEqual(expected, step.digest())) {
          return verification(beginning, last, OptionalLong.of(step.entry().number()));
        }
        last = new ChainLink(step.entry().number(), step.digest());
      }
      if (next.size() < ENTRIES_PER_READ) {
        return verification(beginning, last, OptionalLong.empty());
      }
    }
  }

  private static ChainVerification verification(
      ChainLink beginning, ChainLink last, OptionalLong brokenAt) {
    return new ChainVerification(
        beginning.number() + 1,
        last.number() - beginning.number(),
        brokenAt,
        HexFormat.of().formatHex(last.digest()));
  }

  private record ChainEntry(NumberedEntry entry, byte[] digest) {}

  private List<ChainEntry> chain(TenantId tenant, long after) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    CHAIN,
                    row ->
                        new ChainEntry(
                            new NumberedEntry(row.getLong(1), read(row)), row.getBytes(12)),
                    tenant.value(),
                    after,
                    ENTRIES_PER_READ));
  }

  private static AuditEntry read(ResultSet row) throws SQLException {
    Instant at = Rows.time(row, 2).orElseThrow();
    return new AuditEntry(
        at,
        row.getString(4),
        row.getString(5),
        row.getString(6),
        row.getInt(3),
        row.getString(7),
        row.getInt(8),
        Rows.time(row, 9).orElse(at),
        AuditChange.of(row.getString(10), row.getString(11)));
  }
}
