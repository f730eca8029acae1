package dev.pawl.postgres.query;

/** Where live executions, called {@code e}, stand: what their columns mean, for statements. */
public final class Standings {

  /** The status of one that no node holds. One that compensates is not said to wait. */
  static final String UNOWNED_STATUS =
      """
      case when e.paused then 'PAUSED' when e.ending is not null then 'RUNNING'
           when e.begun then 'WAITING' else 'PENDING' end\
      """;

  /** The status of a live one. */
  public static final String STATUS =
      """
      case when e.owner is not null then 'RUNNING'
           when e.paused then 'PAUSED' when e.ending is not null then 'RUNNING'
           when e.begun then 'WAITING' else 'PENDING' end\
      """;

  /** One that could go on, and is in line for a node. */
  public static final String IN_LINE = "e.owner is null and e.lane < 100";

  /** One that a limit holds back. */
  public static final String HELD_BACK = "e.owner is null and e.lane = 101";

  /** One that could go on but for a node or a limit; so said, that the index of lanes has them. */
  public static final String IN_ANY_LANE =
      "e.wake_at is not null and e.lane in (-1, 0, 1, 2, 3, 101)";

  private Standings() {}
}
