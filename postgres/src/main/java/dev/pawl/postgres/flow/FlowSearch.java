package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Lists flows of a tenant in pages ordered by code. */
public final class FlowSearch {

  private static final String LIST =
      """
      select f.* from (select %s from pawl.flow f where f.tenant = ? and f.code > ?)
          as f (id, code, name, description, source, format, type, category, priority,
                tags, revision, active, latest, created_at, updated_at, archived_at)
       where (f.code ilike ? or f.name ilike ?)
         and (? = '' or f.type = ?)
         and (? = '' or f.category = ?)
         and (? = '' or f.priority = ?)
         and (? = '' or ? = any(f.tags))
         and case ?
               when 'ARCHIVED' then f.archived_at is not null
               when 'ACTIVE' then f.archived_at is null and f.active is not null
               when 'INACTIVE' then
                 f.archived_at is null and f.active is null and f.latest is not null
               when 'DRAFT' then f.archived_at is null and f.latest is null
               else f.archived_at is null
             end
       order by f.code limit ?
      """
          .formatted(FlowRows.LISTED);

  private static final String SIZES =
      """
      select f.code, octet_length(f.source) + coalesce(octet_length(v.document), 0)
        from pawl.flow f
        left join pawl.version v on v.tenant = f.tenant and v.flow = f.code and v.number = f.active
       where f.tenant = ? and f.code > ? and f.archived_at is null
       order by f.code limit ?
      """;

  private FlowSearch() {}

  /** Search criteria; an empty string matches everything. */
  public record Criteria(
      String search, String type, String status, String category, String priority, String tag) {}

  /**
   * Returns the flows after a code that match, ordered by code and without the sources of their
   * drafts. Archived flows are returned only if the status asks for them.
   */
  public static List<StoredFlow> list(
      Connection connection, TenantId tenant, Criteria criteria, String after, int limit)
      throws SQLException {
    String like = "%" + criteria.search().replaceAll("([\\\\%_])", "\\\\$1") + "%";
    return Rows.list(
        connection,
        LIST,
        FlowRows::read,
        tenant.value(),
        after,
        like,
        like,
        criteria.type(),
        criteria.type(),
        criteria.category(),
        criteria.category(),
        criteria.priority(),
        criteria.priority(),
        criteria.tag(),
        criteria.tag(),
        criteria.status(),
        limit);
  }

  /** Number of bytes that a flow has in an export. */
  public record FlowSize(String code, long bytes) {}

  /** Returns the sizes of flows after a code that are not archived, ordered by code. */
  public static List<FlowSize> sizes(
      Connection connection, TenantId tenant, String after, int limit) throws SQLException {
    return Rows.list(
        connection,
        SIZES,
        row -> new FlowSize(row.getString(1), row.getLong(2)),
        tenant.value(),
        after,
        limit);
  }
}
