package dev.pawl.postgres.claim;

/** Contains the expression that the claim statements with and without limits share. */
final class ClaimSql {

  private static final String CANDIDATES =
      """
      with c as materialized (
        select %s
          from pawl.execution e
         where e.owner is null and e.wake_at is not null and e.queue < 100%s
         order by e.queue, e.wake_at limit ? for update skip locked)
      """;

  // In the statement itself: a limit can be set after the node has asked for limits.
  private static final String IF_NOTHING_IS_LIMITED =
      """

      and not exists (select from pawl.concurrency_limit)
      and not exists (select from pawl.emergency_stop)\
      """;

  private ClaimSql() {}

  /**
   * Returns the expression {@code c}, which locks the first runnable executions in queue order.
   *
   * @param columns the columns of {@code c}, from {@code pawl.execution e}
   */
  static String candidates(String columns) {
    return CANDIDATES.formatted(columns, "");
  }

  /** Returns the same expression, which is empty while there are limits or emergency stops. */
  static String unlimitedCandidates(String columns) {
    return CANDIDATES.formatted(columns, IF_NOTHING_IS_LIMITED);
  }
}
