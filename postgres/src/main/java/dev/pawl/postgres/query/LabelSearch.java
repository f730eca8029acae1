package dev.pawl.postgres.query;

import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.row.ExecutionInfoRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Searches by labels and error words on connections that are restricted to one tenant. The database
 * function {@code pawl.search_ids} finds candidates by their indexes; {@link ExecutionSearch} then
 * reads them and checks all criteria.
 */
final class LabelSearch {

  /** The number of candidates that are read at a time. */
  static final int CANDIDATES_PER_READ = 500;

  static final String CANDIDATES =
      "select pawl.search_ids(?, nullif(?, '')::jsonb, nullif(?, ''), ?, ?, ?, nullif(?, ''))";

  private static final String HAS_TENANT_SETTING =
      "select coalesce(current_setting('pawl.tenant', true), '') <> ''";

  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);

  private final Connection connection;
  private final TenantId tenant;
  private final Criteria criteria;
  private final Page page;

  private LabelSearch(Connection connection, TenantId tenant, Criteria criteria, Page page) {
    this.connection = connection;
    this.tenant = tenant;
    this.criteria = criteria;
    this.page = page;
  }

  /** Returns true if this search is faster than a plain one, for the connection and criteria. */
  static boolean isFaster(Connection connection, Criteria criteria) throws SQLException {
    boolean hasIndexedCriteria = !criteria.labels().isEmpty() || criteria.error().isPresent();
    boolean isErrorBlank = criteria.error().map(String::isBlank).orElse(false);
    return hasIndexedCriteria
        && !isErrorBlank
        && Rows.list(connection, HAS_TENANT_SETTING, row -> row.getBoolean(1)).getFirst();
  }

  static List<Summary> search(Connection connection, TenantId tenant, Criteria criteria, Page page)
      throws SQLException {
    return new LabelSearch(connection, tenant, criteria, page).run();
  }

  private List<Summary> run() throws SQLException {
    List<Summary> found = new ArrayList<>();
    UUID below = page.after().map(key -> key.id().value()).orElse(LAST);
    while (true) {
      List<UUID> candidates = candidates(below);
      if (!candidates.isEmpty()) {
        Page rest = new Page(page.limit() - found.size(), page.after());
        found.addAll(ExecutionSearch.amongIds(tenant, criteria, rest, candidates).run(connection));
      }
      if (candidates.size() < CANDIDATES_PER_READ || found.size() >= page.limit()) {
        return found;
      }
      below = candidates.getLast();
    }
  }

  private List<UUID> candidates(UUID below) throws SQLException {
    Optional<UUID> until = SearchBranches.end(criteria);
    return Rows.list(
        connection,
        CANDIDATES,
        row -> row.getObject(1, UUID.class),
        tenant.value(),
        criteria.labels().isEmpty() ? "" : ExecutionInfoRows.labels(criteria.labels()),
        criteria.error().orElse(""),
        criteria.started().from().map(SearchBranches::firstId).orElse(FIRST),
        // PostgreSQL compares UUIDs as bytes, not as signed numbers; so does their text.
        until.filter(id -> id.toString().compareTo(below.toString()) < 0).orElse(below),
        CANDIDATES_PER_READ,
        parentParameter(criteria.parent()));
  }

  /**
   * Returns the parameter of the database function: empty for any, "top", or the id of the parent.
   */
  private static String parentParameter(ParentFilter parentParameter) {
    return switch (parentParameter) {
      case ParentFilter.Any any -> "";
      case ParentFilter.TopLevel top -> "top";
      case ParentFilter.ChildrenOf children -> children.parent().toString();
    };
  }
}
