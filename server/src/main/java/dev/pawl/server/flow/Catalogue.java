package dev.pawl.server.flow;

import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.flow.FlowRecord.About;
import dev.pawl.server.flow.FlowRecord.Text;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Ids;
import java.sql.Connection;
import java.sql.ResultSet;
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

  private static final String STANDING =
      """
      f.code, f.active, f.priority, f.archived_at is not null,
             exists (select from pawl.halted h where h.tenant = f.tenant),
             coalesce((select d.number from pawl.deleted d
                        where d.tenant = f.tenant and d.flow = f.code), 0),
             coalesce((select max(v.number) from pawl.version v
                        where v.tenant = f.tenant and v.flow = f.code), 0)\
      """;
  private static final String STANDING_BY_ID = FIND.formatted(STANDING, "f.id");
  private static final String STANDING_BY_CODE = FIND.formatted(STANDING, "f.code");

  // Who changes a flow waits for whoever is at it, and sees what came of that.
  private static final String LOCK = " for update of f";

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

  private static final String SAVE =
      """
      update pawl.flow
         set name = ?, description = ?, source = ?, format = ?,
             type = ?, category = ?, priority = ?, tags = ?,
             revision = revision + 1, updated_at = now()
       where tenant = ? and id = ?
      """;

  private static final String ARCHIVE =
      """
      update pawl.flow set archived_at = case when ? then coalesce(archived_at, now()) end,
             updated_at = now()
       where tenant = ? and id = ?
      """;

  /** Beyond this, numbers make no better code than an id. */
  private static final int MOST_ALIKE = 20;

  private final Tenanted tenanted;

  Catalogue(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /** A flow that is to be. */
  record NewFlow(UUID id, String code, Text text, About about, String by) {

    NewFlow called(String another) {
      return new NewFlow(id, another, text, about, by);
    }
  }

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

  /** Makes it under its code, or under one that nobody has yet and that is like it. */
  static NewFlow createSomehow(Connection connection, TenantId tenant, NewFlow flow)
      throws SQLException {
    for (int i = 1; i < MOST_ALIKE; i++) {
      NewFlow named = i == 1 ? flow : flow.called(flow.code() + "-" + i);
      if (create(connection, tenant, named)) {
        return named;
      }
    }
    NewFlow last = flow.called("flow-" + flow.id());
    if (!create(connection, tenant, last)) {
      throw Refusal.conflict("code-taken", "give the flow a code; there are many of that name");
    }
    return last;
  }

  /** By its id or its code. */
  Optional<FlowRecord> find(TenantId tenant, String idOrCode) {
    return tenanted.of(tenant).use(connection -> find(connection, tenant, idOrCode));
  }

  static Optional<FlowRecord> find(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    return find(connection, tenant, idOrCode, "");
  }

  static FlowRecord get(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    return find(connection, tenant, idOrCode).orElseThrow(() -> none(idOrCode));
  }

  /**
   * The same, and nobody changes it before this transaction ends.
   *
   * @throws Refusal if there is none
   */
  static FlowRecord locked(Connection connection, TenantId tenant, String idOrCode)
      throws SQLException {
    return find(connection, tenant, idOrCode, LOCK).orElseThrow(() -> none(idOrCode));
  }

  /** An id is nobody else's name: codes cannot look like one. */
  private static Optional<FlowRecord> find(
      Connection connection, TenantId tenant, String idOrCode, String lock) throws SQLException {
    Optional<UUID> id = Ids.parse(idOrCode);
    if (id.isPresent()) {
      Optional<FlowRecord> byId =
          Rows.first(connection, BY_ID + lock, FlowRows::read, tenant.value(), id.get());
      if (byId.isPresent()) {
        return byId;
      }
    }
    return byCode(connection, tenant, idOrCode, lock);
  }

  private static Optional<FlowRecord> byCode(
      Connection connection, TenantId tenant, String code, String lock) throws SQLException {
    return Rows.first(connection, BY_CODE + lock, FlowRows::read, tenant.value(), code);
  }

  /** By its code alone; nobody changes it before this transaction ends. */
  static Optional<FlowRecord> lockedByCode(Connection connection, TenantId tenant, String code)
      throws SQLException {
    return byCode(connection, tenant, code, LOCK);
  }

  /**
   * What a start must know of a flow.
   *
   * @param gone versions up to this one are of another flow that had that code, and was deleted
   * @param latest the version that was published last; there is none unless it is above {@code
   *     gone}
   */
  record Standing(
      String code,
      OptionalInt active,
      Priority priority,
      boolean archived,
      boolean halted,
      int gone,
      int latest) {

    static Standing read(ResultSet row) throws SQLException {
      return new Standing(
          row.getString(1),
          FlowRows.number(row, 2),
          Priority.valueOf(row.getString(3)),
          row.getBoolean(4),
          row.getBoolean(5),
          row.getInt(6),
          row.getInt(7));
    }

    boolean hasVersion(int number) {
      return number > Math.max(0, gone) && number <= latest;
    }
  }

  /**
   * @throws Refusal if there is none
   */
  Standing standing(TenantId tenant, String idOrCode) {
    Optional<UUID> id = Ids.parse(idOrCode);
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              Optional<Standing> byId =
                  id.isEmpty()
                      ? Optional.empty()
                      : Rows.first(
                          connection, STANDING_BY_ID, Standing::read, tenant.value(), id.get());
              return byId.isPresent()
                  ? byId
                  : Rows.first(
                      connection, STANDING_BY_CODE, Standing::read, tenant.value(), idOrCode);
            })
        .orElseThrow(() -> none(idOrCode));
  }

  private static Refusal none(String idOrCode) {
    return Refusal.notFound("flow '" + idOrCode + "'");
  }

  /**
   * @throws Refusal if there is none
   */
  FlowRecord get(TenantId tenant, String idOrCode) {
    return find(tenant, idOrCode).orElseThrow(() -> none(idOrCode));
  }

  /** What is looked for; empty where anything fits. */
  record Wanted(
      String search, String type, String status, String category, String priority, String tag) {}

  /**
   * Those that fit, by code, behind the given one, without the sources of their drafts; archived
   * ones only if they are asked for.
   */
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

  /** How many bytes what there is to export of a flow has. */
  record Size(String code, long bytes) {}

  /** Those that are not archived, by code, behind the given one. */
  static List<Size> sizes(Connection connection, TenantId tenant, String after, int limit)
      throws SQLException {
    return Rows.list(
        connection,
        SIZES,
        row -> new Size(row.getString(1), row.getLong(2)),
        tenant.value(),
        after,
        limit);
  }

  /** Saves a draft of a flow that is locked. */
  static void save(Connection connection, TenantId tenant, UUID id, Text text, About about)
      throws SQLException {
    Borrowed.update(
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
        id);
  }

  void archive(TenantId tenant, UUID id, boolean archived) {
    tenanted.of(tenant).update(ARCHIVE, archived, tenant.value(), id);
  }

  /** All of it or nothing. */
  <T> T transact(TenantId tenant, Borrowed.Deed<T> deed) {
    return tenanted.of(tenant).transact(deed);
  }
}
