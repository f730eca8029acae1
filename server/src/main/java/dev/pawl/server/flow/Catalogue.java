package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.flow.FlowRecord.About;
import dev.pawl.server.flow.FlowRecord.Text;
import dev.pawl.server.problem.Refusal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** The flows of all tenants, and their drafts. */
final class Catalogue {

  private static final String CREATE =
      """
      insert into pawl.flow (tenant, id, code, name, description, source, format,
                             type, category, priority, tags, created_by)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict on constraint flow_code do nothing
      """;

  private static final String FIND = "select %s from pawl.flow f where f.tenant = ? and %s = ?";

  private static final String BY_ID = FIND.formatted(FlowRows.COLUMNS, "f.id");
  private static final String BY_CODE = FIND.formatted(FlowRows.COLUMNS, "f.code");

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
          .formatted(FlowRows.COLUMNS);

  private static final String SAVE =
      """
      update pawl.flow
         set name = ?, description = ?, source = ?, format = ?,
             type = ?, category = ?, priority = ?, tags = ?,
             revision = revision + 1, updated_at = now()
       where tenant = ? and id = ? and (? = 0 or revision = ?)
      """;

  private static final String ARCHIVE =
      """
      update pawl.flow set archived_at = case when ? then coalesce(archived_at, now()) end,
             updated_at = now()
       where tenant = ? and id = ?
      """;

  private final Tenanted tenanted;

  Catalogue(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /** A flow that is to be. */
  record NewFlow(UUID id, String code, Text text, About about, String by) {}

  /** False if another flow has that code. */
  static boolean create(Connection connection, TenantId tenant, NewFlow flow) throws SQLException {
    return Borrowed.update(
            connection,
            CREATE,
            tenant.value(),
            flow.id(),
            flow.code(),
            flow.text().name(),
            flow.text().description(),
            flow.text().source().text(),
            FlowRows.format(flow.text().source().format()),
            flow.about().type(),
            flow.about().category(),
            flow.about().priority().name(),
            flow.about().tags().toArray(String[]::new),
            flow.by())
        == 1;
  }

  /** By its id or its code. */
  Optional<FlowRecord> find(TenantId tenant, String idOrCode) {
    return tenanted.of(tenant).use(connection -> find(connection, tenant, idOrCode));
  }

  static Optional<FlowRecord> find(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    Optional<FlowRecord> byCode =
        Rows.first(connection, BY_CODE, FlowRows::read, tenant.value(), idOrCode);
    if (byCode.isPresent()) {
      return byCode;
    }
    Optional<UUID> id = id(idOrCode);
    return id.isEmpty()
        ? Optional.empty()
        : Rows.first(connection, BY_ID, FlowRows::read, tenant.value(), id.get());
  }

  /**
   * @throws Refusal if there is none
   */
  FlowRecord get(TenantId tenant, String idOrCode) {
    return find(tenant, idOrCode).orElseThrow(() -> Refusal.notFound("flow '" + idOrCode + "'"));
  }

  /** What is looked for; empty where anything fits. */
  record Wanted(
      String search, String type, String status, String category, String priority, String tag) {

    static final Wanted ANY = new Wanted("", "", "", "", "", "");
  }

  /** Those that fit, by code, behind the given one; archived ones only if they are asked for. */
  List<FlowRecord> list(TenantId tenant, Wanted wanted, String after, int limit) {
    String like = "%" + wanted.search().replaceAll("([\\\\%_])", "\\\\$1") + "%";
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection,
                    LIST,
                    FlowRows::read,
                    tenant.value(),
                    after,
                    like,
                    like,
                    wanted.type(),
                    wanted.type(),
                    wanted.category(),
                    wanted.category(),
                    wanted.priority(),
                    wanted.priority(),
                    wanted.tag(),
                    wanted.tag(),
                    wanted.status(),
                    limit));
  }

  /**
   * Saves a draft.
   *
   * @param upon the revision that it was made from; empty to save upon any
   * @return false if there is a newer one
   */
  static boolean save(
      Connection connection, TenantId tenant, UUID id, Text text, About about, OptionalInt upon)
      throws SQLException {
    return Borrowed.update(
            connection,
            SAVE,
            text.name(),
            text.description(),
            text.source().text(),
            FlowRows.format(text.source().format()),
            about.type(),
            about.category(),
            about.priority().name(),
            about.tags().toArray(String[]::new),
            tenant.value(),
            id,
            upon.orElse(0),
            upon.orElse(0))
        == 1;
  }

  void archive(TenantId tenant, UUID id, boolean archived) {
    tenanted.of(tenant).update(ARCHIVE, archived, tenant.value(), id);
  }

  /** All of it or nothing. */
  <T> T transact(TenantId tenant, Borrowed.Deed<T> deed) {
    return tenanted.of(tenant).transact(deed);
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
