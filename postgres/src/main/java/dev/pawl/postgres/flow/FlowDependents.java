package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads what depends on flows: their unfinished executions and the flows that may call them. */
public final class FlowDependents {

  /** Unfinished executions of a flow are counted up to this number. */
  public static final int MAX_COUNTED = 10_000;

  private static final int MAX_CALLERS = 200;

  // Executions that a node holds have no index by flow, but they are few.
  private static final String UNFINISHED =
      """
      select c.code, u.version, count(*)
        from unnest(?) as c (code)
       cross join lateral (
         (select e.version
            from pawl.execution e
           where e.owner is null and e.tenant = ? and e.flow = c.code and e.test is null
           limit ?)
         union all
         (select e.version
            from pawl.execution e
           where e.owner is not null and e.tenant = ? and e.flow = c.code and e.test is null
           limit ?)) u
       group by c.code, u.version order by c.code, u.version desc
      """;

  private static final String MENTIONS =
      """
      select f.code, v.document
        from pawl.flow f
        join pawl.version v on v.tenant = f.tenant and v.flow = f.code and v.number = f.active
       where f.tenant = ? and f.archived_at is null and position(?::bytea in v.document) > 0
       order by f.code limit ?
      """;

  private FlowDependents() {}

  /**
   * Unfinished executions of one version.
   *
   * @param version negative for a tested draft
   * @param executions counted up to {@link #MAX_COUNTED}
   */
  public record VersionCount(int version, int executions) {}

  /** A flow and the document of its active version. */
  public record MentioningFlow(String code, String document) {}

  /** Returns the unfinished executions by flow and version, without tests. */
  public static Map<String, List<VersionCount>> unfinished(
      Connection connection, TenantId tenant, Collection<String> flows) throws SQLException {
    Map<String, List<VersionCount>> found = new HashMap<>();
    Rows.list(
        connection,
        UNFINISHED,
        row ->
            found
                .computeIfAbsent(row.getString(1), code -> new ArrayList<>())
                .add(new VersionCount(row.getInt(2), Math.min(row.getInt(3), MAX_COUNTED))),
        flows.toArray(String[]::new),
        tenant.value(),
        MAX_COUNTED,
        tenant.value(),
        MAX_COUNTED);
    return found;
  }

  /** Returns the flows whose active versions contain a code; whether they call it is not known. */
  public static List<MentioningFlow> mentioning(Connection connection, TenantId tenant, String code)
      throws SQLException {
    return Rows.list(
        connection,
        MENTIONS,
        row ->
            new MentioningFlow(
                row.getString(1), new String(row.getBytes(2), StandardCharsets.UTF_8)),
        tenant.value(),
        code.getBytes(StandardCharsets.UTF_8),
        MAX_CALLERS);
  }
}
