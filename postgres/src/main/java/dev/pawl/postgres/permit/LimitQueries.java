package dev.pawl.postgres.permit;

import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ConcurrencyLimit.LimitKind;
import dev.pawl.engine.store.ConcurrencyLimit.Overflow;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Queries for concurrency limits and the permits that are taken of them. */
public final class LimitQueries {

  private static final String LIST =
      """
      select l.flow, l.kind, l.max_permits, l.overflow,
             ceil(extract(epoch from l.queue_timeout))::bigint
        from pawl.concurrency_limit l where l.tenant = ?
      """;

  private static final String USAGE =
      """
      select l.flow, l.kind, l.max_permits, l.overflow,
             ceil(extract(epoch from l.queue_timeout))::bigint,
             (select count(*) from pawl.permit s
               where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                 and s.execution is not null),
             array(select s.execution::text from pawl.permit s
                    where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                      and s.execution is not null
                    order by s.execution limit 5)
        from pawl.concurrency_limit l
       where l.tenant = ? and l.flow in ('', ?)
       order by l.flow, l.kind
      """;

  private static final String HELD =
      """
      select l.flow, l.kind, l.max_permits, l.overflow,
             ceil(extract(epoch from l.queue_timeout))::bigint,
             (select count(*) from pawl.permit s
               where s.tenant = l.tenant and s.flow = l.flow and s.kind = l.kind
                 and s.execution is not null)
        from pawl.concurrency_limit l
       where l.tenant = ?
       order by l.flow, l.kind desc
      """;

  private final TenantDatabase tenanted;

  public LimitQueries(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /**
   * A limit and its scope.
   *
   * @param flow code of the flow; empty for the limit of the whole tenant
   */
  public record ScopedLimit(String flow, ConcurrencyLimit limit) {}

  /**
   * A limit and its usage.
   *
   * @param held number of permits that are taken
   * @param holders oldest executions that hold its permits, at most five; none if all limits of a
   *     tenant are read
   */
  public record LimitUsage(ScopedLimit scoped, int held, List<String> holders) {

    /** Returns the code of the flow; empty for the limit of the whole tenant. */
    public String flow() {
      return scoped.flow();
    }

    public ConcurrencyLimit limit() {
      return scoped.limit();
    }

    /** Returns true if it counts unfinished executions, false if active ones. */
    public boolean isConcurrent() {
      return limit().kind() == LimitKind.CONCURRENT;
    }

    /** Returns true if no permit is free. */
    public boolean isFull() {
      return held >= limit().atMost();
    }
  }

  /** Returns all limits of a tenant. */
  public List<ScopedLimit> list(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.list(connection, LIST, LimitQueries::read, tenant.value()));
  }

  /** Returns all limits of a tenant with the number of their permits that are taken. */
  public List<LimitUsage> usage(TenantId tenant) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    HELD,
                    row -> new LimitUsage(read(row), row.getInt(6), List.of()),
                    tenant.value()));
  }

  /** Returns the limits that apply to executions of a flow, with their usage. */
  public List<LimitUsage> usage(TenantId tenant, String flow) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    USAGE,
                    row ->
                        new LimitUsage(
                            read(row),
                            row.getInt(6),
                            List.of((String[]) row.getArray(7).getArray())),
                    tenant.value(),
                    flow));
  }

  private static ScopedLimit read(ResultSet row) throws SQLException {
    return new ScopedLimit(
        row.getString(1),
        new ConcurrencyLimit(
            LimitKind.valueOf(row.getString(2).toUpperCase(Locale.ROOT)),
            row.getInt(3),
            Overflow.valueOf(row.getString(4).toUpperCase(Locale.ROOT)),
            Optional.ofNullable(row.getObject(5, Long.class)).map(Duration::ofSeconds)));
  }
}
