package dev.pawl.postgres.claim;

import dev.pawl.engine.store.InboxMessage;
import dev.pawl.postgres.connection.DedicatedConnection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Reads messages that arrived for executions while this node owns them. */
public final class ReadMessages {

  // If the execution has left the node since, the node that claims it reads the message.
  private static final String MESSAGES =
      """
      select i.tenant, i.execution, i.number, i.at, i.body from pawl.inbox i
       where i.owner = ? and exists (
               select from pawl.execution e
                where e.tenant = i.tenant and e.id = i.execution and e.owner = i.owner)
       order by i.owner, i.at, i.number limit ?
      """;

  private final DedicatedConnection connection;
  private final int node;

  public ReadMessages(DedicatedConnection connection, int node) {
    this.connection = connection;
    this.node = node;
  }

  /** Returns up to {@code max} messages, oldest first. */
  public List<InboxMessage> read(int max) throws SQLException {
    PreparedStatement statement = connection.statement(MESSAGES);
    statement.setInt(1, node);
    statement.setInt(2, max);
    List<InboxMessage> messages = new ArrayList<>();
    try (ResultSet rows = statement.executeQuery()) {
      while (rows.next()) {
        messages.add(ReadClaimed.message(rows));
      }
    }
    return messages;
  }
}
