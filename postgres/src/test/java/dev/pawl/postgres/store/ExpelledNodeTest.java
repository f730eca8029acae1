package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A node that loses its right to write joins again, and leaves nothing behind. */
@ExtendWith(TestDatabases.Migrated.class)
class ExpelledNodeTest {

  /** For the lease, claims, notifications, the pool, and the query that counts them. */
  private static final int OPEN = 5;

  private static final ExecutionPorts NOTHING = resource -> Optional.empty();

  @Test
  void shouldCloseTheConnectionsOfThePreviousSession(Database database) throws Exception {
    try (PostgresStore store = PostgresStore.open(database, StoreOptions.defaults().withPool(1));
        Node node = Node.start(store, NOTHING, NodeOptions.DEFAULT, Listener.NONE)) {
      int first = node.number();
      Await.until("the node", () -> connections(database) == OPEN);

      TestDatabases.expire(database, first);
      Await.until("another life", () -> node.number() != first);

      Await.until("as many connections as before", () -> connections(database) == OPEN);
      assertThat(node.number()).isGreaterThan(first);
    }
  }

  private static int connections(Database database) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "select count(*) from pg_stat_activity where datname = current_database()")) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
