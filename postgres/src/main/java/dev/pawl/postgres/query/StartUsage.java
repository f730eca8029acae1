package dev.pawl.postgres.query;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalInt;

/** Counts the starts of tenants per day, and reads their quotas. */
public final class StartUsage {

  private static final String READ =
      """
      select t.starts_per_minute, t.starts_per_day, coalesce(u.n, 0),
             (now() at time zone 'UTC')::date::text
        from pawl.tenant t
        left join pawl.usage u
          on u.tenant = t.id and u.kind = 'starts' and u.day = (now() at time zone 'UTC')::date
       where t.id = ?
      """;

  private static final String ADD =
      """
      insert into pawl.usage as u (tenant, day, kind, n)
      values (?, (now() at time zone 'UTC')::date, 'starts', ?)
      on conflict (tenant, day, kind) do update set n = u.n + excluded.n
      """;

  private static final String SET =
      "update pawl.tenant set starts_per_minute = ?::int, starts_per_day = ?::int where id = ?";

  private final ConnectionTemplate jdbc;

  /**
   * Creates access to the counters.
   *
   * @param jdbc unrestricted access: the API may not change what is counted against it
   */
  public StartUsage(ConnectionTemplate jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * The quotas of a tenant and what it has used.
   *
   * @param today the number of starts of this day (UTC), as far as they were added
   * @param day the day, such as 2026-11-18
   */
  public record StartQuota(OptionalInt perMinute, OptionalInt perDay, long today, String day) {

    public static final StartQuota NONE =
        new StartQuota(OptionalInt.empty(), OptionalInt.empty(), 0, "");
  }

  /** Reads the quotas and the count of today. */
  public StartQuota read(TenantId tenant) {
    return jdbc.use(connection -> Rows.first(connection, READ, StartUsage::quota, tenant.value()))
        .orElse(StartQuota.NONE);
  }

  private static StartQuota quota(ResultSet row) throws SQLException {
    return new StartQuota(
        Rows.number(row, 1), Rows.number(row, 2), row.getLong(3), row.getString(4));
  }

  /** Adds to the count of today. */
  public void add(TenantId tenant, long starts) {
    jdbc.update(ADD, tenant.value(), starts);
  }

  /** Sets the quotas; an empty one means no limit. */
  public void set(TenantId tenant, Optional<Integer> perMinute, Optional<Integer> perDay) {
    jdbc.update(
        SET,
        perMinute.map(String::valueOf).orElse(null),
        perDay.map(String::valueOf).orElse(null),
        tenant.value());
  }
}
