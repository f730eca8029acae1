package dev.pawl.server.view;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Stores views, each of one owner or shared by a tenant. */
final class SavedViews {

  /** The largest number of private views of one owner, and of shared views of a tenant. */
  static final int MAX_VIEWS = 200;

  private static final String LOCK =
      "select pg_advisory_xact_lock(hashtextextended('pawl.saved_view', ?))";

  private static final String COLUMNS =
      "v.id, v.page, v.name, v.query, v.shared, v.owner, v.created_at, v.updated_at, v.updated_by";

  private static final String LIST =
      """
      select %s from pawl.saved_view v
       where v.tenant = ? and (v.shared or v.owner = ?) and (? = '' or v.page = ?)
       order by v.page, v.shared desc, lower(v.name), v.id
      """
          .formatted(COLUMNS);

  private static final String FIND =
      "select %s from pawl.saved_view v where v.tenant = ? and v.id = ?".formatted(COLUMNS);

  private static final String COUNT =
      """
      select count(*) filter (where v.page = ? and v.name = ?), count(*)
        from pawl.saved_view v
       where v.tenant = ? and v.id <> ? and v.shared = ? and (v.shared or v.owner = ?)
      """;

  private static final String SAVE =
      """
      insert into pawl.saved_view (tenant, id, page, name, query, shared, owner, updated_by)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict (tenant, id) do update
        set page = excluded.page, name = excluded.name, query = excluded.query,
            shared = excluded.shared, updated_at = now(), updated_by = excluded.updated_by
      """;

  private static final String DELETE = "delete from pawl.saved_view where tenant = ? and id = ?";

  /** A view as it is stored; the query is the text of a JSON object. */
  record SavedView(
      UUID id,
      String page,
      String name,
      String query,
      boolean shared,
      String owner,
      Instant createdAt,
      Instant updatedAt,
      String updatedBy) {}

  /** The outcome of saving a view. */
  enum SaveResult {
    SAVED,
    NAME_TAKEN,
    TOO_MANY
  }

  private final TenantDatabase tenanted;

  SavedViews(TenantDatabase tenanted) {
    this.tenanted = tenanted;
  }

  /** Returns the shared views and those of the owner; of all pages if the page is empty. */
  List<SavedView> list(TenantId tenant, String owner, String page) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(connection, LIST, SavedViews::read, tenant.value(), owner, page, page));
  }

  Optional<SavedView> find(TenantId tenant, UUID id) {
    return tenanted
        .of(tenant)
        .use(connection -> Rows.first(connection, FIND, SavedViews::read, tenant.value(), id));
  }

  /** Creates or replaces a view. */
  SaveResult save(TenantId tenant, SavedView view) {
    return tenanted.of(tenant).transact(connection -> save(connection, tenant, view));
  }

  private static SaveResult save(Connection connection, TenantId tenant, SavedView view)
      throws SQLException {
    Rows.list(connection, LOCK, row -> true, (long) tenant.value());
    List<SaveResult> refusals =
        Rows.list(
            connection,
            COUNT,
            row ->
                row.getInt(1) > 0
                    ? SaveResult.NAME_TAKEN
                    : row.getInt(2) >= MAX_VIEWS ? SaveResult.TOO_MANY : SaveResult.SAVED,
            view.page(),
            view.name(),
            tenant.value(),
            view.id(),
            view.shared(),
            view.owner());
    if (refusals.getFirst() != SaveResult.SAVED) {
      return refusals.getFirst();
    }
    ConnectionTemplate.update(
        connection,
        SAVE,
        tenant.value(),
        view.id(),
        view.page(),
        view.name(),
        view.query(),
        view.shared(),
        view.owner(),
        view.updatedBy());
    return SaveResult.SAVED;
  }

  void delete(TenantId tenant, UUID id) {
    tenanted.of(tenant).update(DELETE, tenant.value(), id);
  }

  private static SavedView read(ResultSet row) throws SQLException {
    return new SavedView(
        row.getObject(1, UUID.class),
        row.getString(2),
        row.getString(3),
        row.getString(4),
        row.getBoolean(5),
        row.getString(6),
        Rows.time(row, 7).orElseThrow(),
        Rows.time(row, 8).orElseThrow(),
        row.getString(9));
  }
}
