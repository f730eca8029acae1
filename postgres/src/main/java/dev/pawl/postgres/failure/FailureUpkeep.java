package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.util.List;

/** Finds families whose strongest factor is out of date, and deletes what is too old. */
public final class FailureUpkeep {

  /** Families are forgotten this many days after their last failure. */
  public static final int FAMILY_DAYS = 400;

  /** Counts are kept for this many days; periods are at most one day shorter. */
  public static final int COUNT_DAYS = 32;

  private static final int ROWS_PER_STATEMENT = 5_000;

  // The condition on the totals is that of the index.
  private static final String OUTDATED =
      """
      select f.tenant, f.id, f.flow
        from pawl.failure_family f
       where f.total >= 3 and f.total >= f.headline_total * 2
         and f.last_at > now() - interval '7 days'
       order by f.last_at desc limit ?
      """;

  private static final String DELETE_COUNTS =
      """
      delete from pawl.failure_count c
       where (c.tenant, c.family, c.hour, c.version) in (
         select o.tenant, o.family, o.hour, o.version from pawl.failure_count o
          where o.hour < now() - interval '%d days' limit %d)
      """
          .formatted(COUNT_DAYS, ROWS_PER_STATEMENT);

  private static final String DELETE_FAMILIES =
      "delete from pawl.failure_family f where f.last_at < now() - interval '%d days'"
          .formatted(FAMILY_DAYS);

  private static final String DELETE_CHANGES =
      """
      delete from pawl.failure_change c
       where c.at < now() - interval '%d days'
         and not exists (select from pawl.failure_family f
                          where f.tenant = c.tenant and f.id = c.family)
      """
          .formatted(FAMILY_DAYS);

  private final ConnectionTemplate allTenants;

  /**
   * Creates the work.
   *
   * @param allTenants has access to the rows of all tenants
   */
  public FailureUpkeep(ConnectionTemplate allTenants) {
    this.allTenants = allTenants;
  }

  /** A family whose number of failures has at least doubled. */
  public record OutdatedFamily(TenantId tenant, String id, String flow) {}

  /** Returns families to compare again, those that failed last first. */
  public List<OutdatedFamily> outdated(int limit) {
    return allTenants.use(
        connection ->
            Rows.list(
                connection,
                OUTDATED,
                row ->
                    new OutdatedFamily(
                        new TenantId(row.getInt(1)), row.getString(2), row.getString(3)),
                limit));
  }

  /** Deletes old counts, families without recent failures and their changes. */
  public void deleteOld() {
    allTenants.updateInBatches(ROWS_PER_STATEMENT, DELETE_COUNTS);
    allTenants.update(DELETE_FAMILIES);
    allTenants.update(DELETE_CHANGES);
  }
}
