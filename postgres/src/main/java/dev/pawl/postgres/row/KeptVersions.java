package dev.pawl.postgres.row;

/**
 * Contains SQL for versions that were published and whose flow was not deleted. Other versions, and
 * tested drafts, which have negative numbers, are kept only while executions need them.
 */
public final class KeptVersions {

  /** The condition for a published version {@code v} whose flow was not deleted since. */
  public static final String KEPT =
      """
      v.number > 0
                  and not exists (select from pawl.deleted_flow d
                      where d.tenant = v.tenant and d.flow = v.flow and d.number >= v.number)\
      """;

  /**
   * Selects the last number of a flow and its digest, which is empty if the flow was deleted at
   * that number. Parameters: tenant and flow, twice.
   */
  public static final String NEWEST =
      """
      select n.number, n.digest from (
        select v.number, v.digest from pawl.version v
         where v.tenant = ? and v.flow = ? and v.number > 0
         union all
        select d.number, ''::bytea from pawl.deleted_flow d where d.tenant = ? and d.flow = ?) n
       order by n.number desc, length(n.digest) limit 1
      """;

  private KeptVersions() {}
}
