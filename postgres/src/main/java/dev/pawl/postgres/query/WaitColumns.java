package dev.pawl.postgres.query;

/** Contains SQL expressions for the state of live executions, with the alias {@code e}. */
public final class WaitColumns {

  /** The status of an execution without an owner; one that compensates counts as running. */
  static final String UNOWNED_STATUS =
      """
      case when e.paused then 'PAUSED' when e.ending is not null then 'RUNNING'
           when e.started then 'WAITING' else 'PENDING' end\
      """;

  /** The status of a live execution. */
  public static final String STATUS =
      """
      case when e.owner is not null then 'RUNNING'
           when e.paused then 'PAUSED' when e.ending is not null then 'RUNNING'
           when e.started then 'WAITING' else 'PENDING' end\
      """;

  /** The condition for a runnable execution that waits for a node. */
  public static final String IN_LINE = "e.owner is null and e.queue < 100";

  /** The condition for an execution that a limit holds back. */
  public static final String HELD_BACK = "e.owner is null and e.queue = 101";

  /**
   * The condition for an execution that waits for a node or a limit, in a form that the index on
   * queues supports.
   */
  public static final String IN_ANY_QUEUE =
      "e.wake_at is not null and e.queue in (-1, 0, 1, 2, 3, 101)";

  private WaitColumns() {}
}
