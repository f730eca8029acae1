package dev.pawl.server.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.model.json.Format;
import dev.pawl.postgres.connection.Borrowed;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.Tenanted;
import dev.pawl.postgres.row.KeptVersions;
import dev.pawl.postgres.row.Sha256;
import dev.pawl.server.flow.FlowRecord.Source;
import dev.pawl.server.problem.Refusal;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The versions of flows as they were published; none of them ever changes. */
final class FlowVersions {

  private static final String COLUMNS =
      """
      v.number, v.created_at, coalesce(v.published_by, ''), coalesce(v.note, ''),
             v.format, v.document\
      """;

  // Without the documents: of a program's version, which does not say its format, so much that one
  // can tell.
  private static final String LIST =
      """
      select v.number, v.created_at, coalesce(v.published_by, ''), coalesce(v.note, ''),
             v.format, case when v.format is null then substring(v.document from 1 for 200) end
        from pawl.version v
       where v.tenant = ? and v.flow = ? and v.number < ? and %s
       order by v.number desc limit ?
      """
          .formatted(KeptVersions.KEPT);

  private static final String RANGE =
      """
      select coalesce(min(v.number), 1), coalesce(max(v.number), 0)
        from pawl.version v where v.tenant = ? and v.flow = ? and %s
      """
          .formatted(KeptVersions.KEPT);

  private static final String ONE =
      "select %s from pawl.version v where v.tenant = ? and v.flow = ? and v.number = ? and %s"
          .formatted(COLUMNS, KeptVersions.KEPT);

  // Who publishes waits for whoever is at it: numbers have no gaps and activation follows them.
  private static final String LOCK =
      "select f.code from pawl.flow f where f.tenant = ? and f.code = ? for update";

  private static final String ADD =
      """
      insert into pawl.version (tenant, flow, number, digest, document, format, published_by, note)
      values (?, ?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String ACTIVATE =
      """
      update pawl.flow set active = ?, updated_at = now() where tenant = ? and code = ?
      """;

  private static final String DEACTIVATE =
      """
      update pawl.flow set active = null, updated_at = now() where tenant = ? and code = ?
      """;

  private final Tenanted tenanted;

  FlowVersions(Tenanted tenanted) {
    this.tenanted = tenanted;
  }

  /** A version as a list shows it. */
  record Listed(int number, Instant createdAt, String by, String note, Format format) {}

  /** A version. */
  record Published(Listed listed, Source source) {}

  /** What a version is to be made of. */
  record Publication(String code, Source source, String by, String note) {}

  private record Newest(int number, byte[] digest) {}

  /**
   * Makes it the next version and the active one; what was published last becomes active again
   * instead of getting another number.
   */
  static int publish(Connection connection, TenantId tenant, Publication wanted)
      throws SQLException {
    if (Rows.list(connection, LOCK, row -> row.getString(1), tenant.value(), wanted.code())
        .isEmpty()) {
      throw Refusal.notFound("flow '" + wanted.code() + "'");
    }
    byte[] document = wanted.source().text().getBytes(StandardCharsets.UTF_8);
    byte[] digest = Sha256.of(document);
    Newest newest =
        Rows.first(
                connection,
                KeptVersions.NEWEST,
                row -> new Newest(row.getInt(1), row.getBytes(2)),
                tenant.value(),
                wanted.code(),
                tenant.value(),
                wanted.code())
            .orElse(new Newest(0, new byte[0]));
    int number = newest.number();
    if (!Arrays.equals(newest.digest(), digest)) {
      number++;
      Borrowed.update(
          connection,
          ADD,
          tenant.value(),
          wanted.code(),
          number,
          digest,
          document,
          FlowRows.format(wanted.source().format()),
          wanted.by(),
          wanted.note());
    }
    Borrowed.update(connection, ACTIVATE, number, tenant.value(), wanted.code());
    return number;
  }

  /**
   * @throws Refusal if there is no such version
   */
  void activate(TenantId tenant, String code, int number) {
    tenanted
        .of(tenant)
        .transact(
            connection -> {
              get(connection, tenant, code, number);
              return Borrowed.update(connection, ACTIVATE, number, tenant.value(), code);
            });
  }

  void deactivate(TenantId tenant, String code) {
    tenanted.of(tenant).update(DEACTIVATE, tenant.value(), code);
  }

  /** The newest first, those below a number. */
  List<Listed> list(TenantId tenant, String code, int below, int limit) {
    return tenanted
        .of(tenant)
        .use(
            connection ->
                Rows.list(
                    connection, LIST, FlowVersions::listed, tenant.value(), code, below, limit));
  }

  /**
   * @throws Refusal if there is none
   */
  Published get(TenantId tenant, String code, int number) {
    return tenanted.of(tenant).use(connection -> get(connection, tenant, code, number));
  }

  static Published get(Connection connection, TenantId tenant, String code, int number)
      throws SQLException {
    Optional<Published> found = find(connection, tenant, code, number);
    if (found.isEmpty()) {
      throw Rows.first(
              connection,
              RANGE,
              row -> noVersion(code, number, row.getInt(1), row.getInt(2)),
              tenant.value(),
              code)
          .orElseThrow();
    }
    return found.get();
  }

  static Optional<Published> find(Connection connection, TenantId tenant, String code, int number)
      throws SQLException {
    return Rows.first(connection, ONE, FlowVersions::read, tenant.value(), code, number);
  }

  static Optional<Published> active(Connection connection, TenantId tenant, FlowRecord flow)
      throws SQLException {
    OptionalInt active = flow.versions().active();
    return active.isEmpty()
        ? Optional.empty()
        : find(connection, tenant, flow.code(), active.getAsInt());
  }

  /**
   * @param first the first one that there is
   * @param last the last one; below the first if there is none
   */
  static Refusal noVersion(String code, int number, int first, int last) {
    String known =
        last < first
            ? "it has none: publish it first"
            : first == last
                ? "it has version %d".formatted(first)
                : "it has versions %d to %d".formatted(first, last);
    return Refusal.notFound("version %d of flow '%s'; %s".formatted(number, code, known));
  }

  private static Published read(ResultSet row) throws SQLException {
    Listed listed = listed(row);
    String text = new String(row.getBytes(6), StandardCharsets.UTF_8);
    return new Published(listed, new Source(text, listed.format()));
  }

  private static Listed listed(ResultSet row) throws SQLException {
    String format = row.getString(5);
    return new Listed(
        row.getInt(1),
        Rows.time(row, 2).orElseThrow(),
        row.getString(3),
        row.getString(4),
        format == null
            ? Format.ofText(new String(row.getBytes(6), StandardCharsets.UTF_8))
            : FlowRows.format(format));
  }
}
