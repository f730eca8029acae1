package dev.pawl.postgres.flow;

import dev.pawl.engine.store.TenantId;
import dev.pawl.model.json.DocumentFormat;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.flow.StoredFlow.Source;
import dev.pawl.postgres.row.KeptVersions;
import dev.pawl.postgres.row.Sha256;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Stores and reads published versions of flows, in the transaction of the caller. */
public final class VersionStore {

  private static final String COLUMNS =
      """
      v.number, v.created_at, coalesce(v.published_by, ''), coalesce(v.note, ''),
             v.format, v.document, v.source\
      """;

  // The documents are left out. Versions deployed by programs have no format, so the beginning of
  // their document is read to detect it.
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

  // Serializes publications of a flow, so that numbers have no gaps and are activated in order.
  private static final String LOCK =
      "select f.code from pawl.flow f where f.tenant = ? and f.code = ? for update";

  private static final String ADD =
      """
      insert into pawl.version (tenant, flow, number, digest, document, source, format, published_by, note)
      values (?, ?, ?, ?, ?, nullif(?, ''), ?, ?, ?)
      """;

  private static final String ACTIVATE =
      """
      update pawl.flow set active = ?, updated_at = now() where tenant = ? and code = ?
      """;

  private static final String DEACTIVATE =
      """
      update pawl.flow set active = null, updated_at = now() where tenant = ? and code = ?
      """;

  private VersionStore() {}

  /** A version without its source, as lists show it. */
  public record VersionInfo(
      int number, Instant createdAt, String by, String note, DocumentFormat format) {}

  /** A version with its source. */
  public record PublishedVersion(VersionInfo info, Source source) {}

  /** The content and author of a version to publish. */
  public record Publication(String code, Source source, String by, String note) {}

  /**
   * The numbers of the published versions of a flow.
   *
   * @param first lowest number
   * @param last highest number; below {@code first} if there is no version
   */
  public record VersionRange(int first, int last) {}

  private record Newest(int number, byte[] digest) {}

  /**
   * Publishes and activates a version. If the source equals that of the newest version, that
   * version is activated and no new one is created.
   *
   * @return the number of the active version; empty if there is no such flow
   */
  public static OptionalInt publish(Connection connection, TenantId tenant, Publication wanted)
      throws SQLException {
    if (Rows.list(connection, LOCK, row -> row.getString(1), tenant.value(), wanted.code())
        .isEmpty()) {
      return OptionalInt.empty();
    }
    CompiledSource compiled = CompiledSource.of(wanted.source());
    byte[] digest = Sha256.of(wanted.source().text().getBytes(StandardCharsets.UTF_8));
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
      ConnectionTemplate.update(
          connection,
          ADD,
          tenant.value(),
          wanted.code(),
          number,
          digest,
          compiled.document(),
          compiled.source(),
          FlowRows.format(wanted.source().format()),
          wanted.by(),
          wanted.note());
    }
    activate(connection, tenant, wanted.code(), number);
    return OptionalInt.of(number);
  }

  /** Makes an existing version the active one. */
  public static void activate(Connection connection, TenantId tenant, String code, int number)
      throws SQLException {
    ConnectionTemplate.update(connection, ACTIVATE, number, tenant.value(), code);
  }

  /** Leaves a flow without an active version. */
  public static void deactivate(Connection connection, TenantId tenant, String code)
      throws SQLException {
    ConnectionTemplate.update(connection, DEACTIVATE, tenant.value(), code);
  }

  /** Lists the versions with numbers below the given one, newest first. */
  public static List<VersionInfo> list(
      Connection connection, TenantId tenant, String code, int below, int limit)
      throws SQLException {
    return Rows.list(connection, LIST, VersionStore::readInfo, tenant.value(), code, below, limit);
  }

  /** Finds a published version. */
  public static Optional<PublishedVersion> find(
      Connection connection, TenantId tenant, String code, int number) throws SQLException {
    return Rows.first(connection, ONE, VersionStore::readVersion, tenant.value(), code, number);
  }

  /** Finds the active version of a flow. */
  public static Optional<PublishedVersion> active(
      Connection connection, TenantId tenant, StoredFlow flow) throws SQLException {
    OptionalInt active = flow.versions().active();
    return active.isEmpty()
        ? Optional.empty()
        : find(connection, tenant, flow.code(), active.getAsInt());
  }

  /** Returns the numbers of the published versions of a flow. */
  public static VersionRange range(Connection connection, TenantId tenant, String code)
      throws SQLException {
    return Rows.first(
            connection,
            RANGE,
            row -> new VersionRange(row.getInt(1), row.getInt(2)),
            tenant.value(),
            code)
        .orElseThrow();
  }

  private static PublishedVersion readVersion(ResultSet row) throws SQLException {
    VersionInfo info = readInfo(row);
    String source = row.getString(7);
    String text = source == null ? new String(row.getBytes(6), StandardCharsets.UTF_8) : source;
    return new PublishedVersion(info, new Source(text, info.format()));
  }

  private static VersionInfo readInfo(ResultSet row) throws SQLException {
    String format = row.getString(5);
    return new VersionInfo(
        row.getInt(1),
        Rows.time(row, 2).orElseThrow(),
        row.getString(3),
        row.getString(4),
        format == null
            ? DocumentFormat.ofText(new String(row.getBytes(6), StandardCharsets.UTF_8))
            : FlowRows.format(format));
  }
}
