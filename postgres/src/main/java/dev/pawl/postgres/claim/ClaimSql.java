package dev.pawl.postgres.claim;

/** Contains the expression that the claim statements with and without limits share. */
final class ClaimSql {

  private static final String CANDIDATES =
      """
      with c as materialized (
        select %s
          from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.queue < 100
         order by e.queue, e.wake_at limit ? for update skip locked)
      """;

  private ClaimSql() {}

  /**
   * Returns the expression {@code c}, which locks the first runnable executions in queue order.
   *
   * @param columns the columns of {@code c}, from {@code pawl.execution e}
   */
  static String candidates(String columns) {
    return CANDIDATES.formatted(columns);
  }
}
