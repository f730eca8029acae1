package dev.pawl.postgres.query;

import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.row.Cards;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Searches by labels and by words of errors for those who see one tenant only. Such marks are
 * looked up by a function of the database, {@code pawl.marked}; what it names is read, and checked
 * against all that was asked for, as everything else.
 */
final class Marked {

  /** As many as are looked at together. */
  static final int AT_ONCE = 500;

  static final String CANDIDATES =
      "select pawl.marked(?, nullif(?, '')::jsonb, nullif(?, ''), ?, ?, ?, nullif(?, ''))";

  private static final String IS_GUARDED =
      "select coalesce(current_setting('pawl.tenant', true), '') <> ''";

  private static final UUID FIRST = new UUID(0, 0);
  private static final UUID LAST = new UUID(-1, -1);

  private final Connection connection;
  private final TenantId tenant;
  private final Criteria criteria;
  private final Page page;

  private Marked(Connection connection, TenantId tenant, Criteria criteria, Page page) {
    this.connection = connection;
    this.tenant = tenant;
    this.criteria = criteria;
    this.page = page;
  }

  /** Whether a question of this transaction is answered quicker this way. */
  static boolean isQuicker(Connection connection, Criteria criteria) throws SQLException {
    boolean asksForMarks = !criteria.labels().isEmpty() || criteria.error().isPresent();
    boolean asksForNothing = criteria.error().map(String::isBlank).orElse(false);
    return asksForMarks
        && !asksForNothing
        && Rows.list(connection, IS_GUARDED, row -> row.getBoolean(1)).getFirst();
  }

  static List<Summary> search(Connection connection, TenantId tenant, Criteria criteria, Page page)
      throws SQLException {
    return new Marked(connection, tenant, criteria, page).all();
  }

  private List<Summary> all() throws SQLException {
    List<Summary> found = new ArrayList<>();
    UUID below = page.after().map(key -> key.id().value()).orElse(LAST);
    while (true) {
      List<UUID> candidates = candidates(below);
      if (!candidates.isEmpty()) {
        Page rest = new Page(page.limit() - found.size(), page.after());
        found.addAll(Search.among(tenant, criteria, rest, candidates).run(connection));
      }
      if (candidates.size() < AT_ONCE || found.size() >= page.limit()) {
        return found;
      }
      below = candidates.getLast();
    }
  }

  private List<UUID> candidates(UUID below) throws SQLException {
    Optional<UUID> until = criteria.started().to().map(Search::firstId);
    return Rows.list(
        connection,
        CANDIDATES,
        row -> row.getObject(1, UUID.class),
        tenant.value(),
        criteria.labels().isEmpty() ? "" : Cards.labels(criteria.labels()),
        criteria.error().orElse(""),
        criteria.started().from().map(Search::firstId).orElse(FIRST),
        // As the database compares them: as bytes, not as signed numbers.
        until.filter(id -> id.toString().compareTo(below.toString()) < 0).orElse(below),
        AT_ONCE,
        parent(criteria.parent()));
  }

  /** As the function of the database wants it: nothing for any, top, or the id of the parent. */
  private static String parent(ParentFilter parent) {
    return switch (parent) {
      case ParentFilter.Any any -> "";
      case ParentFilter.TopLevel top -> "top";
      case ParentFilter.ChildrenOf children -> children.parent().toString();
    };
  }
}
