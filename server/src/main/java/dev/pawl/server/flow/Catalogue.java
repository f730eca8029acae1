package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.model.json.Format;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.server.flow.FlowRecord.Dates;
import dev.pawl.server.flow.FlowRecord.Text;
import java.nio.charset.StandardCharsets;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/** The flows of all tenants, and their drafts. */
final class Catalogue {

  private static final String COLUMNS =
      """
      f.id, f.code, f.name, f.description, f.source, f.format, f.active,
             f.created_at, f.updated_at, f.archived_at\
      """;

  private static final String CREATE =
      """
      insert into pawl.flow (tenant, id, code, name, description, source, format, created_by)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      on conflict on constraint flow_code do nothing
      """;

  private static final String FIND = "select %s from pawl.flow f where f.tenant = ? and %s = ?";

  private static final String BY_ID = FIND.formatted(COLUMNS, "f.id");
  private static final String BY_CODE = FIND.formatted(COLUMNS, "f.code");

  private static final String LIST =
      """
      select %s from pawl.flow f
       where f.tenant = ? and f.code > ? and f.archived_at is null
         and (f.code ilike ? or f.name ilike ?)
       order by f.code limit ?
      """
          .formatted(COLUMNS);

  private static final String VERSIONS =
      """
      select v.number, v.created_at, v.document from pawl.version v
       where v.tenant = ? and v.flow = ? and (?::int is null or v.number = ?)
       order by v.number desc
      """;

  private static final String SAVE =
      """
      update pawl.flow set name = ?, description = ?, source = ?, format = ?, updated_at = now()
       where tenant = ? and id = ?
      """;

  private static final String ACTIVATE =
      "update pawl.flow set active = ?, updated_at = now() where tenant = ? and id = ?";

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

  /** False if another flow has that code. */
  boolean create(TenantId tenant, UUID id, String code, Text text, String by) {
    return tenanted
            .of(tenant)
            .update(
                CREATE,
                tenant.value(),
                id,
                code,
                text.name(),
                text.description(),
                text.source(),
                format(text.format()),
                by)
        == 1;
  }

  /** By its id or its code. */
  Optional<FlowRecord> find(TenantId tenant, String idOrCode) {
    Optional<FlowRecord> byCode = find(BY_CODE, tenant, idOrCode);
    return byCode.isPresent() ? byCode : id(idOrCode).flatMap(id -> find(BY_ID, tenant, id));
  }

  private Optional<FlowRecord> find(String sql, TenantId tenant, Object key) {
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setInt(1, tenant.value());
                statement.setObject(2, key);
                try (ResultSet row = statement.executeQuery()) {
                  return row.next() ? Optional.of(read(row)) : Optional.empty();
                }
              }
            });
  }

  /** Those that have that text in their code or name, by code, behind the given one. */
  List<FlowRecord> list(TenantId tenant, String search, String after, int limit) {
    String like = "%" + search.replaceAll("([\\\\%_])", "\\\\$1") + "%";
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(LIST)) {
                statement.setInt(1, tenant.value());
                statement.setString(2, after);
                statement.setString(3, like);
                statement.setString(4, like);
                statement.setInt(5, limit);
                List<FlowRecord> flows = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    flows.add(read(row));
                  }
                }
                return flows;
              }
            });
  }

  /** A version as it was published. */
  record Published(int number, Instant createdAt, String source) {}

  /** All of them, the newest first, or the one of that number. */
  List<Published> versions(TenantId tenant, String code, OptionalInt number) {
    Object only = number.isPresent() ? number.getAsInt() : null;
    return tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(VERSIONS)) {
                statement.setInt(1, tenant.value());
                statement.setString(2, code);
                statement.setObject(3, only, Types.INTEGER);
                statement.setObject(4, only, Types.INTEGER);
                List<Published> versions = new ArrayList<>();
                try (ResultSet row = statement.executeQuery()) {
                  while (row.next()) {
                    versions.add(
                        new Published(
                            row.getInt(1),
                            time(row, 2).orElseThrow(),
                            new String(row.getBytes(3), StandardCharsets.UTF_8)));
                  }
                }
                return versions;
              }
            });
  }

  void save(TenantId tenant, UUID id, Text text) {
    tenanted
        .of(tenant)
        .update(
            SAVE,
            text.name(),
            text.description(),
            text.source(),
            format(text.format()),
            tenant.value(),
            id);
  }

  void activate(TenantId tenant, UUID id, OptionalInt version) {
    tenanted
        .of(tenant)
        .use(
            connection -> {
              try (PreparedStatement statement = connection.prepareStatement(ACTIVATE)) {
                statement.setObject(
                    1, version.isPresent() ? version.getAsInt() : null, Types.INTEGER);
                statement.setInt(2, tenant.value());
                statement.setObject(3, id);
                return statement.executeUpdate();
              }
            });
  }

  void archive(TenantId tenant, UUID id, boolean archived) {
    tenanted.of(tenant).update(ARCHIVE, archived, tenant.value(), id);
  }

  private static FlowRecord read(ResultSet row) throws SQLException {
    int active = row.getInt(7);
    OptionalInt version = row.wasNull() ? OptionalInt.empty() : OptionalInt.of(active);
    return new FlowRecord(
        row.getObject(1, UUID.class),
        row.getString(2),
        new Text(
            row.getString(3),
            row.getString(4),
            row.getString(5),
            Format.valueOf(row.getString(6).toUpperCase(Locale.ROOT))),
        version,
        new Dates(time(row, 8).orElseThrow(), time(row, 9).orElseThrow(), time(row, 10)));
  }

  private static Optional<Instant> time(ResultSet row, int column) throws SQLException {
    return Optional.ofNullable(row.getObject(column, OffsetDateTime.class))
        .map(OffsetDateTime::toInstant);
  }

  private static Optional<UUID> id(String text) {
    try {
      return Optional.of(UUID.fromString(text));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String format(Format format) {
    return format.name().toLowerCase(Locale.ROOT);
  }
}
