package dev.pawl.postgres.query;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.SearchBranches.Branch;
import dev.pawl.postgres.query.SearchBranches.Source;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/**
 * Searches executions in other orders than newest first. No index has these orders, because it
 * would cost a write per execution or step; the search therefore reads all executions that match,
 * within the statement timeout. Finished executions are read from the latest end backwards, in
 * growing ranges of time that a block range index finds.
 */
public final class SortedSearch {

  /** The time after which a search is given up. */
  public static final Duration MAX_DURATION = Duration.ofSeconds(5);

  /** Only so many live executions are sorted by their last update, the ones started last. */
  public static final int MAX_LIVE_BY_UPDATE = 5_000;

  static final String LIMITS =
      """
      set local plan_cache_mode = force_custom_plan; set local statement_timeout = '%ds'\
      """
          .formatted(MAX_DURATION.toSeconds());

  /** Microseconds since 1970 of the start, which is in the first 48 bits of the id. */
  private static final String STARTED =
      "('x' || translate(left(e.id::text, 13), '-', ''))::bit(48)::bigint * 1000";

  private static final String LIVE_UPDATED =
      """
      (select e.id, %s as k
         from (select e.id from pawl.execution e%%s order by e.id desc limit %d) e
         left join lateral
              (select j.at from pawl.journal j where j.tenant = ? and j.execution = e.id
                order by j.seq desc limit 1) j on true
        where true\
      """
          .formatted(
              "coalesce((extract(epoch from j.at) * 1000000)::bigint, " + STARTED + ")",
              MAX_LIVE_BY_UPDATE);

  private static final List<Duration> RANGES =
      List.of(Duration.ofMinutes(10), Duration.ofHours(6), Duration.ofDays(7));

  private static final String ENDED_SINCE = " and e.ended_at >= ?";

  /** The orders. */
  public enum Field {
    STARTED,
    UPDATED,
    DURATION
  }

  /** A field and a direction. */
  public record Order(Field field, boolean descending) {}

  /**
   * The last execution of a page.
   *
   * @param asOf the time at which the first page was read: the durations of live executions are
   *     those at that time, so that they keep their places
   * @param key its sort key in microseconds
   */
  public record Cursor(Instant asOf, long key, UUID id) {}

  /**
   * A page of a sorted search.
   *
   * @param next the end of this page; empty if it is the last
   */
  public record SortedPage(List<Summary> found, Optional<Cursor> next) {}

  private record RowPosition(UUID id, long key) {}

  private final TenantDatabase tenanted;

  public SortedSearch(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns the next page of the executions that match. */
  public SortedPage search(
      TenantId tenant, Criteria criteria, Order order, Optional<Cursor> after, int limit) {
    Instant asOf = after.map(Cursor::asOf).orElseGet(() -> now());
    return tenanted
        .of(tenant)
        .transact(
            connection -> {
              ConnectionTemplate.update(connection, LIMITS);
              Query query = new Query(tenant, criteria, order, after, asOf, limit);
              return page(connection, query, query.places(connection));
            });
  }

  private static Instant now() {
    return Instant.now().truncatedTo(ChronoUnit.MICROS);
  }

  private static SortedPage page(Connection connection, Query query, List<RowPosition> places)
      throws SQLException {
    if (places.isEmpty()) {
      return new SortedPage(List.of(), Optional.empty());
    }
    Map<UUID, Summary> found = new HashMap<>();
    Page all = new Page(places.size(), Optional.<ExecutionKey>empty());
    List<UUID> ids = places.stream().map(RowPosition::id).toList();
    for (Summary one :
        ExecutionSearch.amongIds(query.tenant, query.criteria, all, ids).run(connection)) {
      found.put(one.info().id().value(), one);
    }
    RowPosition last = places.getLast();
    return new SortedPage(
        ids.stream().map(found::get).filter(Objects::nonNull).toList(),
        places.size() < query.limit
            ? Optional.empty()
            : Optional.of(new Cursor(query.asOf, last.key(), last.id())));
  }

  /** One search. */
  private record Query(
      TenantId tenant,
      Criteria criteria,
      Order order,
      Optional<Cursor> after,
      Instant asOf,
      int limit) {

    List<RowPosition> places(Connection connection) throws SQLException {
      if (order.field() == Field.UPDATED && order.descending()) {
        Instant latest = after.map(cursor -> time(cursor.key())).orElse(asOf);
        for (Duration range : RANGES) {
          Instant since = latest.minus(range);
          List<RowPosition> places = places(connection, Optional.of(since));
          // Older ones may be missing, so the range must contain the whole page.
          if (places.size() == limit && !time(places.getLast().key()).isBefore(since)) {
            return places;
          }
        }
      }
      return places(connection, Optional.empty());
    }

    private List<RowPosition> places(Connection connection, Optional<Instant> since)
        throws SQLException {
      List<String> texts = new ArrayList<>();
      List<Object> values = new ArrayList<>();
      for (Branch branch : SearchBranches.of(criteria, List.of())) {
        texts.add(branch(branch, since, values));
      }
      if (texts.isEmpty()) {
        return List.of();
      }
      values.add(limit);
      return Rows.list(
          connection,
          String.join("\nunion all\n", texts) + "\n order by" + direction("k", "id") + " limit ?",
          row -> new RowPosition(row.getObject(1, UUID.class), row.getLong(2)),
          values.toArray());
    }

    private String branch(Branch branch, Optional<Instant> since, List<Object> values) {
      String key = key(branch.source());
      StringBuilder text = new StringBuilder();
      values.addAll(branch.values(tenant));
      if (order.field() == Field.UPDATED && branch.source() != Source.FINISHED) {
        text.append(LIVE_UPDATED.formatted(branch.text()));
        values.add(tenant.value());
        key = "coalesce((extract(epoch from j.at) * 1000000)::bigint, " + STARTED + ")";
      } else {
        String table = branch.source() == Source.FINISHED ? "pawl.finished" : "pawl.execution";
        text.append("(select e.id, ").append(key).append(" as k from ").append(table);
        text.append(" e").append(branch.text());
        if (since.isPresent() && branch.source() == Source.FINISHED) {
          text.append(ENDED_SINCE);
          values.add(OffsetDateTime.ofInstant(since.get(), ZoneOffset.UTC));
        }
      }
      if (after.isPresent() && order.field() == Field.STARTED) {
        // The id alone has the order of starts, and an index.
        text.append(" and e.id ").append(order.descending() ? "<" : ">").append(" ?");
        values.add(after.get().id());
      } else if (after.isPresent()) {
        text.append(" and (").append(key).append(", e.id) ");
        text.append(order.descending() ? "<" : ">").append(" (?, ?)");
        values.add(after.get().key());
        values.add(after.get().id());
      }
      values.add(limit);
      return text.append("\n order by")
          .append(direction("k", "e.id"))
          .append(" limit ?)")
          .toString();
    }

    private String direction(String key, String id) {
      String way = order.descending() ? " desc" : "";
      return order.field() == Field.STARTED
          ? " " + id + way
          : " %s%s, %s%s".formatted(key, way, id, way);
    }

    private String key(Source source) {
      boolean isFinished = source == Source.FINISHED;
      return switch (order.field()) {
        case STARTED -> STARTED;
        case UPDATED -> "(extract(epoch from e.ended_at) * 1000000)::bigint";
        case DURATION ->
            isFinished
                ? "(extract(epoch from e.ended_at - e.started_at) * 1000000)::bigint"
                : "%d - %s".formatted(micros(asOf), STARTED);
      };
    }
  }

  private static long micros(Instant at) {
    return ChronoUnit.MICROS.between(Instant.EPOCH, at);
  }

  private static Instant time(long micros) {
    return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
  }
}
