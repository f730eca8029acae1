package dev.pawl.postgres;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import dev.pawl.sdk.Json;
import java.sql.Connection;
import java.sql.SQLException;

/** The node below a {@link dev.pawl.Pawl}: on PostgreSQL, or in memory for tests. */
public interface LibraryNode extends AutoCloseable {

  /** Returns the node. */
  Node node();

  /** Starts an execution in the caller's transaction on the same database. */
  ExecutionId start(Connection transaction, Launch launch) throws SQLException;

  /** Sends an event in the caller's transaction on the same database. */
  Inbox.MessageAcceptance signal(
      Connection transaction, ExecutionKey to, String event, Json payload) throws SQLException;

  /** Opens a connection to the database; the caller closes it. */
  Connection connect() throws SQLException;

  /** Releases the executions of the node to others and everything that was opened for it. */
  @Override
  void close();
}
