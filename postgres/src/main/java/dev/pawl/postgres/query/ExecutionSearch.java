package dev.pawl.postgres.query;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Builds the statement of a search for executions. It is a single statement, so that an execution
 * that ends or wakes meanwhile appears once. Executions owned by nodes, unowned ones and finished
 * ones are three branches, because each has its own indexes; a branch that cannot match is left
 * out.
 */
public final class ExecutionSearch {

  private static final String OWNED =
      """
      (select %s, 'RUNNING', null::timestamptz, null::timestamptz, null, null,
              e.owner, null::timestamptz, e.waits_for, e.paused, e.incident, e.ending
         from pawl.execution e
        where e.tenant = ? and e.owner is not null\
      """
          .formatted(ExecutionInfoRows.COLUMNS);

  private static final String UNOWNED =
      """
      (select %s, %s,
              null::timestamptz, null::timestamptz, null, null,
              null::int,
              case when e.queue = 100 then e.wake_at when e.queue < 100 then now() end,
              e.waits_for, e.paused, e.incident, e.ending
         from pawl.execution e
        where e.tenant = ? and e.owner is null\
      """
          .formatted(ExecutionInfoRows.COLUMNS, WaitColumns.UNOWNED_STATUS);

  private static final String FINISHED =
      """
      (select %s, e.status, e.started_at, e.ended_at, e.error, e.cause,
              null::int, null::timestamptz, null, false, null, null
         from pawl.finished e
        where e.tenant = ?\
      """
          .formatted(ExecutionInfoRows.COLUMNS);

  private static final String NEWEST_OF_BRANCH = "\n        order by e.id desc limit ?)";
  private static final String UNION_ALL = "\nunion all\n";
  private static final String NEWEST = "\norder by 2 desc limit ?";

  private static final String ID = " and e.id = ?";
  private static final String ID_IN = " and e.id = any(string_to_array(?, ',')::uuid[])";
  private static final String OLDER = " and e.id < ?";
  private static final String SINCE = " and e.id >= ?";
  private static final String FLOW = " and e.flow = ?";
  private static final String BUSINESS_KEY = " and e.business_key = ?";
  private static final String LABELS = " and e.labels @> ?::jsonb";
  private static final String PARENT = " and e.parent = ?";
  // Literals, not parameters: the indexes of finished executions are partial, on one or the other.
  private static final String IS_TOP_LEVEL = " and e.parent is null";
  private static final String IS_CHILD = " and e.parent is not null";
  private static final String ERROR_WORDS =
      """

      and (e.error is not null or e.cause is not null)
      and pawl.search_words(coalesce(e.error, '') || ' ' || coalesce(e.cause, ''))
          @@ plainto_tsquery('simple',
                             array_to_string(tsvector_to_array(pawl.search_words(?)), ' '))\
      """;

  private record Condition(String text, Object value) {}

  private final List<String> branches = new ArrayList<>();
  private final List<Object> values = new ArrayList<>();
  private final TenantId tenant;
  private final int limit;

  private ExecutionSearch(TenantId tenant, int limit) {
    this.tenant = tenant;
    this.limit = limit;
  }

  /** Returns a search for one execution. */
  public static ExecutionSearch of(ExecutionKey key) {
    ExecutionSearch search = new ExecutionSearch(key.tenant(), 1);
    List<Condition> conditions = List.of(new Condition(ID, key.id().value()));
    search.add(OWNED, conditions);
    search.add(UNOWNED, conditions);
    search.add(FINISHED, conditions);
    return search;
  }

  /** Returns a search for the newest executions that match the criteria. */
  public static ExecutionSearch of(TenantId tenant, Criteria criteria, Page page) {
    return of(tenant, criteria, page, conditions(criteria, page));
  }

  /** Returns a search that considers the candidates only. */
  static ExecutionSearch amongIds(
      TenantId tenant, Criteria criteria, Page page, List<UUID> candidates) {
    List<Condition> conditions = conditions(criteria, page);
    String ids = candidates.stream().map(UUID::toString).collect(Collectors.joining(","));
    conditions.add(new Condition(ID_IN, ids));
    return of(tenant, criteria, page, conditions);
  }

  private static ExecutionSearch of(
      TenantId tenant, Criteria criteria, Page page, List<Condition> conditions) {
    ExecutionSearch search = new ExecutionSearch(tenant, page.limit());
    boolean failedOnly = criteria.error().isPresent();
    String test = criteria.test().map(ExecutionSearch::testCondition).orElse("");
    String top = criteria.parent() == ParentFilter.TopLevel.TOP_LEVEL ? IS_TOP_LEVEL : "";
    if (!failedOnly && mayMatch(criteria, Status.RUNNING)) {
      search.add(withoutTestData(OWNED) + test + top, conditions);
    }
    if (!failedOnly
        && mayMatch(criteria, Status.PENDING, Status.RUNNING, Status.WAITING, Status.PAUSED)) {
      search.add(
          withoutTestData(UNOWNED)
              + test
              + top
              + criteria.status().map(ExecutionSearch::unownedCondition).orElse(""),
          conditions);
    }
    if (criteria.status().map(Status::isTerminal).orElse(true)) {
      List<Condition> finishedConditions = new ArrayList<>(conditions);
      criteria
          .error()
          .ifPresent(words -> finishedConditions.add(new Condition(ERROR_WORDS, words)));
      String branch =
          withoutTestData(FINISHED)
              + test
              + criteria.status().map(ExecutionSearch::finishedCondition).orElse("");
      if (criteria.parent() == ParentFilter.Any.ANY && usesSplitIndex(criteria)) {
        search.add(branch + IS_TOP_LEVEL, finishedConditions);
        search.add(branch + IS_CHILD, finishedConditions);
      } else {
        search.add(branch + top, finishedConditions);
      }
    }
    return search;
  }

  /**
   * Returns true if the best index is split into one for top-level executions and one for children.
   */
  private static boolean usesSplitIndex(Criteria criteria) {
    return criteria.flow().isPresent()
        || criteria.status().isPresent()
        || criteria.businessKey().isPresent()
        || criteria.error().isPresent();
  }

  /** Leaves out the test data of an execution, which may be large and is not shown in lists. */
  private static String withoutTestData(String branch) {
    return branch.replace(", e.test", ", left(e.test, 0)");
  }

  private static boolean mayMatch(Criteria criteria, Status... statuses) {
    return criteria.status().map(status -> List.of(statuses).contains(status)).orElse(true);
  }

  private static List<Condition> conditions(Criteria criteria, Page page) {
    List<Condition> conditions = new ArrayList<>();
    page.after().ifPresent(key -> conditions.add(new Condition(OLDER, key.id().value())));
    criteria.started().from().ifPresent(at -> conditions.add(new Condition(SINCE, firstId(at))));
    criteria.started().to().ifPresent(at -> conditions.add(new Condition(OLDER, firstId(at))));
    criteria.flow().ifPresent(flow -> conditions.add(new Condition(FLOW, flow)));
    criteria.businessKey().ifPresent(key -> conditions.add(new Condition(BUSINESS_KEY, key)));
    if (criteria.parent() instanceof ParentFilter.ChildrenOf children) {
      conditions.add(new Condition(PARENT, children.parent().value()));
    }
    if (!criteria.labels().isEmpty()) {
      conditions.add(new Condition(LABELS, ExecutionInfoRows.labels(criteria.labels())));
    }
    return conditions;
  }

  /**
   * Returns the smallest id of executions started at or after the given time; ids have millisecond
   * precision, so the time is rounded up.
   */
  static UUID firstId(Instant at) {
    Instant whole = at.truncatedTo(ChronoUnit.MILLIS);
    return Partitions.first(whole.equals(at) ? at : whole.plusMillis(1));
  }

  // Literals, not parameters: the planner must see that a partial index covers these rows.
  private static String testCondition(boolean only) {
    return only ? " and e.test is not null" : " and e.test is null";
  }

  private static String unownedCondition(Status status) {
    return switch (status) {
      case PAUSED -> " and e.paused";
      case WAITING -> " and not e.paused and e.started and e.ending is null";
      case RUNNING -> " and not e.paused and e.ending is not null";
      case PENDING ->
          " and not e.paused and not e.started and e.ending is null and "
              + WaitColumns.IN_ANY_QUEUE;
      case SUCCEEDED, FAILED, CANCELLED, TIMED_OUT -> " and false";
    };
  }

  private static String finishedCondition(Status status) {
    return switch (status) {
      case SUCCEEDED -> " and e.status = 'SUCCEEDED'";
      case FAILED -> " and e.status = 'FAILED'";
      case CANCELLED -> " and e.status = 'CANCELLED'";
      case TIMED_OUT -> " and e.status = 'TIMED_OUT'";
      case PENDING, RUNNING, WAITING, PAUSED -> " and false";
    };
  }

  private void add(String branch, List<Condition> conditions) {
    StringBuilder text = new StringBuilder(branch);
    values.add(tenant.value());
    for (Condition condition : conditions) {
      text.append(condition.text);
      values.add(condition.value);
    }
    values.add(limit);
    branches.add(text.append(NEWEST_OF_BRANCH).toString());
  }

  /** Runs the search and returns the newest executions first. */
  public List<Summary> run(Connection connection) throws SQLException {
    if (branches.isEmpty()) {
      return List.of();
    }
    try (PreparedStatement statement = prepare(connection, "");
        ResultSet rows = statement.executeQuery()) {
      return read(rows);
    }
  }

  static List<Summary> read(ResultSet rows) throws SQLException {
    List<Summary> found = new ArrayList<>();
    while (rows.next()) {
      found.add(SummaryRows.read(rows));
    }
    return found;
  }

  /** Returns the query plan of the search. */
  public List<String> plan(Connection connection) throws SQLException {
    return plan(connection, false);
  }

  /**
   * Returns the query plan of the search.
   *
   * @param analyze true to run the statement and include the number of rows read
   */
  public List<String> plan(Connection connection, boolean analyze) throws SQLException {
    String explain = analyze ? "explain (analyze, costs off, timing off) " : "explain (costs off) ";
    try (PreparedStatement statement = prepare(connection, explain);
        ResultSet rows = statement.executeQuery()) {
      List<String> lines = new ArrayList<>();
      while (rows.next()) {
        lines.add(rows.getString(1));
      }
      return lines;
    }
  }

  private PreparedStatement prepare(Connection connection, String prefix) throws SQLException {
    PreparedStatement statement = connection.prepareStatement(prefix + text());
    bind(statement, 1);
    return statement;
  }

  String text() {
    return String.join(UNION_ALL, branches) + (isMerged() ? NEWEST : "");
  }

  /** Binds the parameters and returns the index after the last one. */
  int bind(PreparedStatement statement, int from) throws SQLException {
    int index = from;
    for (Object value : values) {
      statement.setObject(index++, value);
    }
    if (isMerged()) {
      statement.setInt(index++, limit);
    }
    return index;
  }

  private boolean isMerged() {
    return branches.size() > 1;
  }
}
