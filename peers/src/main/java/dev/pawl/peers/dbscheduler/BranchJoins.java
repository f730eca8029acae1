package dev.pawl.peers.dbscheduler;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * The fan-in that users of db-scheduler have to write themselves: the branch results, and a counter
 * row per fan-out.
 */
final class BranchJoins {

  private final DataSource connections;

  BranchJoins(DataSource connections) {
    this.connections = connections;
  }

  void open(String id, int branches) {
    try (Connection connection = connections.getConnection();
        PreparedStatement insert =
            connection.prepareStatement(
                "insert into joins values (?, ?) on conflict (id) do nothing")) {
      insert.setString(1, id);
      insert.setInt(2, branches);
      insert.executeUpdate();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Stores the result of a branch once and returns the number of missing branches. */
  int arrive(String id, int branch, String result) {
    try (Connection connection = connections.getConnection();
        PreparedStatement update =
            connection.prepareStatement(
                """
                with kept as (
                  insert into results values (?, ?, ?) on conflict do nothing returning 1)
                update joins set missing = missing - (select count(*) from kept)
                where id = ? returning missing\
                """)) {
      update.setString(1, id);
      update.setInt(2, branch);
      update.setString(3, result);
      update.setString(4, id);
      try (ResultSet row = update.executeQuery()) {
        row.next();
        return row.getInt(1);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
