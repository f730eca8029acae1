package dev.pawl.postgres.row;

/**
 * Versions that were published and whose flow is still there. The others, and drafts that were
 * tested, which have numbers below 0, wait until no execution needs them.
 */
public final class KeptVersions {

  /** Holds of a version v of a flow that was not deleted since. */
  public static final String KEPT =
      """
      v.number > 0
                  and not exists (select from pawl.deleted d
                      where d.tenant = v.tenant and d.flow = v.flow and d.number >= v.number)\
      """;

  /**
   * The last number of a flow, and what stands there: where a flow was deleted, that is like no
   * document. Takes tenant and flow, twice.
   */
  public static final String NEWEST =
      """
      select n.number, n.digest from (
        select v.number, v.digest from pawl.version v
         where v.tenant = ? and v.flow = ? and v.number > 0
         union all
        select d.number, ''::bytea from pawl.deleted d where d.tenant = ? and d.flow = ?) n
       order by n.number desc, length(n.digest) limit 1
      """;

  private KeptVersions() {}
}
