package dev.pawl.postgres.membership;

import dev.pawl.engine.store.Commit;
import dev.pawl.postgres.connection.DedicatedConnection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;

/**
 * Knows the tenants under an emergency stop. The knowledge of a node may be old; each batch states
 * its number, and the database aborts the batch if the fence has another one.
 */
public final class StoppedTenants {

  private static final String READ =
      """
      select f.stops, s.tenant
        from pawl.fence f left join pawl.emergency_stop s on true
       where f.node = ? and f.writer = 0
      """;

  /**
   * The stopped tenants as of a change.
   *
   * @param number the number of the change
   */
  public record Known(long number, Set<Integer> tenants) {

    public Known {
      tenants = Set.copyOf(tenants);
    }

    /** Returns true if the commit starts an execution that no other one waits for. */
    public boolean forbids(Commit commit) {
      return !tenants.isEmpty()
          && commit.isNew()
          && commit.info().parent().isEmpty()
          && tenants.contains(commit.key().tenant().value());
    }
  }

  private volatile Known known = new Known(0, Set.of());

  public Known known() {
    return known;
  }

  /** Reads the stopped tenants; the number and the tenants are of the same moment. */
  public void read(DedicatedConnection connection, int node) throws SQLException {
    PreparedStatement statement = connection.statement(READ);
    statement.setInt(1, node);
    Set<Integer> tenants = new HashSet<>();
    long number = 0;
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        number = rows.getLong(1);
        int tenant = rows.getInt(2);
        if (!rows.wasNull()) {
          tenants.add(tenant);
        }
      }
    }
    known = new Known(number, tenants);
  }
}
