package dev.pawl.postgres.store;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.VersionKey;
import dev.pawl.engine.store.Versions;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.row.KeptVersions;
import dev.pawl.postgres.row.Sha256;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Optional;

/** Stores flow definitions; each version is kept under its number and never changes. */
final class PostgresVersions implements Versions {

  // The current version of a flow with authors is the active one; of a deployed flow, the newest.
  private static final String CURRENT =
      """
      select coalesce(
          (select case when f.archived_at is null then coalesce(f.active, 0) else 0 end
             from pawl.flow f where f.tenant = ? and f.code = ?),
          (select v.number from pawl.version v
            where v.tenant = ? and v.flow = ?
              and %s
            order by v.number desc limit 1))
      """
          .formatted(KeptVersions.KEPT);

  private static final String ADD =
      """
      insert into pawl.version (tenant, flow, number, digest, document) values (?, ?, ?, ?, ?)
      """;

  private static final String DOCUMENT =
      "select document from pawl.version where tenant = ? and flow = ? and number = ?";

  private record Newest(int number, byte[] digest) {}

  private final Connections connections;

  PostgresVersions(Connections connections) {
    this.connections = connections;
  }

  @Override
  public VersionKey add(TenantId tenant, String flow, byte[] document) {
    byte[] digest = Sha256.of(document);
    while (true) {
      try (Connection connection = connections.borrow()) {
        Newest newest = find(connection, tenant, flow).orElse(new Newest(0, new byte[0]));
        if (Arrays.equals(newest.digest, digest)) {
          return new VersionKey(tenant, flow, newest.number);
        }
        VersionKey added = new VersionKey(tenant, flow, newest.number + 1);
        add(connection, added, digest, document);
        return added;
      } catch (SQLException failed) {
        // Another transaction took the number; read again, as it may have added the same document.
        if (!SqlFault.UNIQUE.equals(failed.getSQLState())) {
          throw SqlFault.of(failed) == SqlFault.DATA
              ? new IllegalArgumentException("The version cannot be stored: " + failed, failed)
              : SqlFault.unavailable(failed);
        }
      }
    }
  }

  private static void add(Connection connection, VersionKey added, byte[] digest, byte[] document)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(ADD)) {
      statement.setInt(1, added.tenant().value());
      statement.setString(2, added.flow());
      statement.setInt(3, added.number());
      statement.setBytes(4, digest);
      statement.setBytes(5, document);
      statement.executeUpdate();
    }
  }

  private static Optional<Newest> find(Connection connection, TenantId tenant, String flow)
      throws SQLException {
    return Rows.first(
        connection,
        KeptVersions.NEWEST,
        row -> new Newest(row.getInt(1), row.getBytes(2)),
        tenant.value(),
        flow,
        tenant.value(),
        flow);
  }

  @Override
  public Optional<VersionKey> current(TenantId tenant, String flow) {
    try (Connection connection = connections.borrow()) {
      int number =
          Rows.list(
                  connection,
                  CURRENT,
                  row -> row.getInt(1),
                  tenant.value(),
                  flow,
                  tenant.value(),
                  flow)
              .getFirst();
      return number == 0 ? Optional.empty() : Optional.of(new VersionKey(tenant, flow, number));
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }

  @Override
  public Optional<byte[]> document(VersionKey version) {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(DOCUMENT)) {
      statement.setInt(1, version.tenant().value());
      statement.setString(2, version.flow());
      statement.setInt(3, version.number());
      try (ResultSet rows = statement.executeQuery()) {
        return rows.next() ? Optional.of(rows.getBytes(1)) : Optional.empty();
      }
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }
}
