package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Lists flows of a tenant in pages. */
public final class FlowSearch {

  private static final String LIST =
      """
      select f.* from (select %s from pawl.flow f
                       where f.tenant = ? and f.code like any (?) and %s)
          as f (id, code, name, description, source, format, type, category, priority,
                tags, revision, active, latest, created_at, updated_at, archived_at, draft_changed)
       where (f.code ilike ? or f.name ilike ?)
         and (? = '' or f.type = ?)
         and (? = '' or f.category = ?)
         and (? = '' or f.priority = ?)
         and (? = '' or ? = any(f.tags)
              or right(?, 1) = '/' and exists (
                   select from unnest(f.tags) as t (tag) where starts_with(t.tag || '/', ?)))
         and case ?
               when 'ARCHIVED' then f.archived_at is not null
               when 'ACTIVE' then f.archived_at is null and f.active is not null
               when 'INACTIVE' then
                 f.archived_at is null and f.active is null and f.latest is not null
               when 'DRAFT' then f.archived_at is null and f.latest is null
               else f.archived_at is null
             end
       order by %s limit ?
      """;

  private static final String BY_CODE =
      LIST.formatted(FlowRows.LISTED, "f.code >= ? and f.code > ?", "f.code");
  private static final String BY_NAME =
      LIST.formatted(
          FlowRows.LISTED, "(lower(f.name), f.code) > (lower(?), ?)", "lower(f.name), f.code");
  private static final String BY_CHANGE =
      LIST.formatted(
          FlowRows.LISTED,
          "(f.updated_at, f.code) < (?::timestamptz, ?)",
          "f.updated_at desc, f.code desc");

  private static final String ATTRIBUTES =
      """
      select f.code, f.type, f.category, f.priority, f.tags, f.archived_at is not null,
             f.active is not null
        from pawl.flow f where f.tenant = ? order by f.code
      """;

  private static final String SIZES =
      """
      select f.code, octet_length(f.source) + coalesce(octet_length(v.document), 0)
        from pawl.flow f
        left join pawl.version v on v.tenant = f.tenant and v.flow = f.code and v.number = f.active
       where f.tenant = ? and f.code > ? and f.archived_at is null
       order by f.code limit ?
      """;

  private static final String ANY = "%";

  private FlowSearch() {}

  /**
   * Search criteria; an empty string matches everything.
   *
   * @param tag tag, or a folder of tags if it ends with a slash
   */
  public record Criteria(
      String search, String type, String status, String category, String priority, String tag) {}

  /** The order of a list of flows. */
  public enum FlowOrder {
    CODE,
    NAME,
    /** The flow that was changed last comes first. */
    UPDATED;

    /** Returns the value of a flow by which it is ordered, apart from its code. */
    public String valueOf(String code, String name, Instant updatedAt) {
      return switch (this) {
        case CODE -> code;
        case NAME -> name;
        case UPDATED -> updatedAt.toString();
      };
    }
  }

  /**
   * Part of an ordered list.
   *
   * @param value ordering value of the last flow of the page before; empty for the first page
   * @param code code of that flow
   */
  public record FlowPage(FlowOrder order, String value, String code, int limit) {

    private String sql() {
      return switch (order) {
        case CODE -> BY_CODE;
        case NAME -> BY_NAME;
        case UPDATED -> BY_CHANGE;
      };
    }

    private String start() {
      return switch (order) {
        case CODE -> code;
        case NAME -> value;
        case UPDATED -> value.isEmpty() ? "infinity" : value;
      };
    }
  }

  /**
   * Returns the flows that match, without the sources of their drafts. Archived flows are returned
   * only if the status asks for them.
   *
   * @param scope codes, or prefixes of codes followed by a star, that a flow must match one of;
   *     empty for all flows
   */
  public static List<StoredFlow> list(
      Connection connection,
      TenantId tenant,
      Optional<List<String>> scope,
      Criteria criteria,
      FlowPage page)
      throws SQLException {
    String like = ANY + escaped(criteria.search()) + ANY;
    return Rows.list(
        connection,
        page.sql(),
        FlowRows::read,
        tenant.value(),
        scope.orElse(List.of("*")).stream().map(FlowSearch::like).toArray(String[]::new),
        page.start(),
        page.code(),
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
        criteria.tag(),
        criteria.tag(),
        criteria.status(),
        page.limit());
  }

  private static String like(String pattern) {
    return pattern.endsWith("*")
        ? escaped(pattern.substring(0, pattern.length() - 1)) + ANY
        : escaped(pattern);
  }

  private static String escaped(String text) {
    return text.replaceAll("([\\\\%_])", "\\\\$1");
  }

  /** The attributes of a flow by which lists are filtered. */
  public record FlowAttributes(
      String code,
      String type,
      String category,
      String priority,
      List<String> tags,
      boolean archived,
      boolean active) {}

  /** Returns the attributes of all flows, ordered by code. */
  public static List<FlowAttributes> attributes(Connection connection, TenantId tenant)
      throws SQLException {
    return Rows.list(
        connection,
        ATTRIBUTES,
        row ->
            new FlowAttributes(
                row.getString(1),
                row.getString(2),
                row.getString(3),
                row.getString(4),
                List.of((String[]) row.getArray(5).getArray()),
                row.getBoolean(6),
                row.getBoolean(7)),
        tenant.value());
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
