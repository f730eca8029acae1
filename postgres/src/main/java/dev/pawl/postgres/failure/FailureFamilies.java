package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.failure.FailureFamily.FailurePoint;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** Reads failure families of one tenant. Failures are counted by hours, not by executions. */
public final class FailureFamilies {

  /** The number up to which the failures that can be retried are counted. */
  public static final int MAX_RETRYABLE = 10_000;

  // %1$s and %2$s are conditions on the version and on the flow, or empty.
  private static final String MATCHING =
      """
      select f.id, f.status, c.n, f.flow
        from pawl.failure_family f
        left join pawl.flow w on w.tenant = f.tenant and w.code = f.flow
       cross join lateral (
         select coalesce(sum(c.count), 0) as n from pawl.failure_count c
          where c.tenant = f.tenant and c.family = f.id and c.hour >= ?%1$s) c
       where f.tenant = ?
         and (c.n > 0 or f.status = 'RESOLVED' and f.resolved_at >= ?%2$s)
         and (? = '' or f.flow = ?)
         and (? = '' or position(lower(?) in lower(concat_ws(' ', f.flow, w.name, f.state, f.error,
                          f.message, f.cause, f.note, f.assignee, f.id))) > 0)
      """;

  private static final String FIND =
      """
      select f.id, f.flow, f.state, f.error, f.message, coalesce(w.name, f.flow), f.cause, f.status,
             f.first_at, f.first_execution, f.first_version, v.created_at,
             f.last_at, f.last_execution, f.last_version, l.created_at,
             f.assignee, f.note, f.status_at, f.status_by, f.resolved_at, f.resolved_by, f.headline
        from pawl.failure_family f
        left join pawl.flow w on w.tenant = f.tenant and w.code = f.flow
        left join pawl.version v
          on v.tenant = f.tenant and v.flow = f.flow and v.number = f.first_version
        left join pawl.version l
          on l.tenant = f.tenant and l.flow = f.flow and l.number = f.last_version
       where f.tenant = ? and f.id = any(?)
      """;

  private static final String COUNTS =
      """
      select c.family, c.version, c.hour, c.count
        from pawl.failure_count c
       where c.tenant = ? and c.family = any(?) and c.hour >= ?
      """;

  // A retry starts after its failure, so retries of the period are found in the order of starts.
  static final String RETRYABLE =
      """
      with retried as materialized (
        select r.retried_from as id from pawl.finished r
         where r.tenant = ? and r.retried_from is not null and r.id >= ?
        union all
        select r.retried_from from pawl.execution r
         where r.tenant = ? and r.retried_from is not null and r.id >= ?)
      select w.id, (select count(*) from (
               select from pawl.failure m
                where m.tenant = ? and m.family = w.id and m.ended_at >= ?%s
                  and not exists (select from retried r where r.id = m.execution)
                limit %d) n)
        from unnest(?) as w (id)
      """;

  private static final String OF_EXECUTION =
      "select m.family from pawl.failure m where m.tenant = ? and m.execution = ?";

  private static final String CHANGES =
      """
      select c.at, c.kind, c.by, c.note, c.assignee, c.execution
        from pawl.failure_change c
       where c.tenant = ? and c.family = ?
       order by c.number desc limit ?
      """;

  private FailureFamilies() {}

  /**
   * Conditions on families.
   *
   * @param from beginning of the period, a full hour
   * @param search text that occurs in a name or message; empty for any
   */
  public record FamilyFilter(
      Instant from, Optional<String> flow, OptionalInt version, String search) {}

  /**
   * A family that matches.
   *
   * @param count number of failures in the period
   */
  public record MatchingFamily(String id, String status, long count, String flow) {}

  /** The number of failures of a family in one hour. */
  public record HourCount(int version, Instant hour, int count) {}

  /** A change of a family; the execution is present if its failure was the cause. */
  public record FamilyChange(
      Instant at,
      String kind,
      Optional<String> by,
      Optional<String> note,
      Optional<String> assignee,
      Optional<UUID> execution) {}

  /** Returns all families that match, in no order. */
  public static List<MatchingFamily> matching(
      Connection connection, TenantId tenant, FamilyFilter filter) throws SQLException {
    List<Object> values = new ArrayList<>();
    values.add(offset(filter.from()));
    filter.version().ifPresent(values::add);
    values.add(tenant.value());
    values.add(offset(filter.from()));
    filter.version().ifPresent(values::add);
    values.add(filter.flow().orElse(""));
    values.add(filter.flow().orElse(""));
    values.add(filter.search());
    values.add(filter.search());
    boolean isOfVersion = filter.version().isPresent();
    return Rows.list(
        connection,
        MATCHING.formatted(
            isOfVersion ? " and c.version = ?" : "", isOfVersion ? " and f.last_version = ?" : ""),
        row ->
            new MatchingFamily(
                row.getString(1), row.getString(2), row.getLong(3), row.getString(4)),
        values.toArray());
  }

  /** Returns families by their ids. */
  public static Map<String, FailureFamily> find(
      Connection connection, TenantId tenant, Collection<String> ids) throws SQLException {
    Map<String, FailureFamily> found = new HashMap<>();
    Rows.list(
        connection,
        FIND,
        row -> found.put(row.getString(1), family(row)),
        tenant.value(),
        connection.createArrayOf("text", ids.toArray()));
    return found;
  }

  /** Returns the counts of families by their ids, from a full hour on. */
  public static Map<String, List<HourCount>> counts(
      Connection connection, TenantId tenant, Collection<String> ids, Instant from)
      throws SQLException {
    Map<String, List<HourCount>> found = new HashMap<>();
    Rows.list(
        connection,
        COUNTS,
        row ->
            found
                .computeIfAbsent(row.getString(1), any -> new ArrayList<>())
                .add(new HourCount(row.getInt(2), Rows.time(row, 3).orElseThrow(), row.getInt(4))),
        tenant.value(),
        connection.createArrayOf("text", ids.toArray()),
        offset(from));
    return found;
  }

  /**
   * Returns the number of executions that failed since a time and that no execution retries, by
   * family.
   */
  public static Map<String, Integer> retryable(
      Connection connection,
      TenantId tenant,
      Collection<String> ids,
      Instant from,
      OptionalInt version)
      throws SQLException {
    List<Object> values = new ArrayList<>();
    UUID first = Partitions.first(from);
    values.addAll(List.of(tenant.value(), first, tenant.value(), first));
    values.addAll(List.of(tenant.value(), offset(from)));
    version.ifPresent(values::add);
    values.add(connection.createArrayOf("text", ids.toArray()));
    Map<String, Integer> found = new HashMap<>();
    Rows.list(
        connection,
        RETRYABLE.formatted(version.isPresent() ? " and m.version = ?" : "", MAX_RETRYABLE),
        row -> found.put(row.getString(1), row.getInt(2)),
        values.toArray());
    return found;
  }

  /** Returns the family of an execution; empty if it has none. */
  public static Optional<String> ofExecution(Connection connection, TenantId tenant, UUID execution)
      throws SQLException {
    return Rows.first(connection, OF_EXECUTION, row -> row.getString(1), tenant.value(), execution);
  }

  /** Returns the latest changes of a family, newest first. */
  public static List<FamilyChange> changes(
      Connection connection, TenantId tenant, String family, int limit) throws SQLException {
    return Rows.list(
        connection,
        CHANGES,
        row ->
            new FamilyChange(
                Rows.time(row, 1).orElseThrow(),
                row.getString(2),
                text(row, 3),
                text(row, 4),
                text(row, 5),
                Optional.ofNullable(row.getObject(6, UUID.class))),
        tenant.value(),
        family,
        limit);
  }

  private static FailureFamily family(ResultSet row) throws SQLException {
    return new FailureFamily(
        row.getString(1),
        new FamilyKey(row.getString(2), row.getString(3), row.getString(4), row.getString(5)),
        row.getString(6),
        text(row, 7),
        row.getString(8),
        point(row, 9),
        point(row, 13),
        text(row, 17),
        text(row, 18),
        Rows.time(row, 19).orElseThrow(),
        text(row, 20),
        Rows.time(row, 21),
        text(row, 22),
        text(row, 23));
  }

  private static FailurePoint point(ResultSet row, int column) throws SQLException {
    return new FailurePoint(
        Rows.time(row, column).orElseThrow(),
        row.getObject(column + 1, UUID.class),
        row.getInt(column + 2),
        Rows.time(row, column + 3));
  }

  private static Optional<String> text(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  private static OffsetDateTime offset(Instant at) {
    return OffsetDateTime.ofInstant(at, ZoneOffset.UTC);
  }
}
