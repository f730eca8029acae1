package dev.pawl.postgres.query;

import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.query.SearchBranches.Branch;
import dev.pawl.postgres.query.SearchBranches.Condition;
import dev.pawl.postgres.query.SearchBranches.Source;
import dev.pawl.postgres.row.ExecutionInfoRows;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Builds the statement of a search for executions. It is a single statement, so that an execution
 * that ends or wakes meanwhile appears once.
 */
public final class ExecutionSearch {

  private static final String OWNED =
      """
      (select %s, 'RUNNING', null::timestamptz, null::timestamptz, null, null,
              e.owner, null::timestamptz, e.waits_for, e.paused, e.incident, e.ending
         from pawl.execution e\
      """
          .formatted(ExecutionInfoRows.COLUMNS);

  private static final String UNOWNED =
      """
      (select %s, %s,
              null::timestamptz, null::timestamptz, null, null,
              null::int,
              case when e.queue = 100 then e.wake_at when e.queue < 100 then now() end,
              e.waits_for, e.paused, e.incident, e.ending
         from pawl.execution e\
      """
          .formatted(ExecutionInfoRows.COLUMNS, WaitColumns.UNOWNED_STATUS);

  private static final String FINISHED =
      """
      (select %s, e.status, e.started_at, e.ended_at, e.error, e.cause,
              null::int, null::timestamptz, null, false, null, null
         from pawl.finished e\
      """
          .formatted(ExecutionInfoRows.COLUMNS);

  private static final String NEWEST_OF_BRANCH = "\n        order by e.id desc limit ?)";
  private static final String UNION_ALL = "\nunion all\n";
  private static final String NEWEST = "\norder by 2 desc limit ?";

  private static final String ID = " and e.id = ?";

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
    for (Source source : Source.values()) {
      search.add(select(source), new Branch(source, conditions));
    }
    return search;
  }

  /** Returns a search for the newest executions that match the criteria. */
  public static ExecutionSearch of(TenantId tenant, Criteria criteria, Page page) {
    return of(tenant, criteria, page, conditions(page));
  }

  /** Returns a search that considers the candidates only. */
  static ExecutionSearch amongIds(
      TenantId tenant, Criteria criteria, Page page, List<UUID> candidates) {
    return of(
        tenant,
        criteria,
        page,
        SearchBranches.with(conditions(page), SearchBranches.among(candidates)));
  }

  private static ExecutionSearch of(
      TenantId tenant, Criteria criteria, Page page, List<Condition> conditions) {
    ExecutionSearch search = new ExecutionSearch(tenant, page.limit());
    for (Branch branch : SearchBranches.of(criteria, conditions)) {
      search.add(withoutTestData(select(branch.source())), branch);
    }
    return search;
  }

  private static List<Condition> conditions(Page page) {
    return page.after()
        .map(key -> List.of(SearchBranches.below(key.id().value())))
        .orElse(List.of());
  }

  private static String select(Source source) {
    return switch (source) {
      case OWNED -> OWNED;
      case UNOWNED -> UNOWNED;
      case FINISHED -> FINISHED;
    };
  }

  /** Leaves out the test data of an execution, which may be large and is not shown in lists. */
  private static String withoutTestData(String select) {
    return select.replace(", e.test", ", left(e.test, 0)");
  }

  private void add(String select, Branch branch) {
    values.addAll(branch.values(tenant));
    values.add(limit);
    branches.add(select + "\n       " + branch.text() + NEWEST_OF_BRANCH);
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
