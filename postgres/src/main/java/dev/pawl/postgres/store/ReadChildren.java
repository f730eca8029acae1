package dev.pawl.postgres.store;

import dev.pawl.engine.node.time.ExecutionIds;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.row.ExecutionInfoRows;
import dev.pawl.postgres.schema.Partitions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Reads the live and the ended children of an execution. */
final class ReadChildren {

  private static final String CHILDREN =
      """
      select %1$s from pawl.execution e where e.tenant = ? and e.parent = ?
      union all
      select %1$s from pawl.finished e where e.tenant = ? and e.parent = ? and e.id >= ?
      """
          .formatted(ExecutionInfoRows.COLUMNS);

  // Clocks of nodes differ slightly, so a child may have an earlier id than its parent.
  private static final Duration MAX_CLOCK_DIFFERENCE = Duration.ofHours(1);

  private ReadChildren() {}

  /** Returns the metadata of all children that were started and are still kept. */
  static List<ExecutionMetadata> of(Connections connections, ExecutionKey parent) {
    try (Connection connection = connections.borrow();
        PreparedStatement statement = connection.prepareStatement(CHILDREN)) {
      Instant parentCreated = ExecutionIds.timeOf(parent.id());
      statement.setInt(1, parent.tenant().value());
      statement.setObject(2, parent.id().value());
      statement.setInt(3, parent.tenant().value());
      statement.setObject(4, parent.id().value());
      statement.setObject(5, Partitions.first(parentCreated.minus(MAX_CLOCK_DIFFERENCE)));
      List<ExecutionMetadata> children = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery()) {
        while (rows.next()) {
          children.add(ExecutionInfoRows.read(rows));
        }
      }
      return children;
    } catch (SQLException failed) {
      throw SqlFault.unavailable(failed);
    }
  }
}
