package dev.pawl.bench.compare;

import dev.pawl.peers.Database;
import dev.pawl.peers.Engine;
import dev.pawl.peers.Workload;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The baseline without an engine: one row of about 300 bytes per transaction, over prepared
 * statements.
 */
public final class RawInserts implements Engine {

  static final int[] CLIENTS = {1, 8, 32};

  private static final String PAYLOAD = "x".repeat(250);

  private final BlockingDeque<Client> idle = new LinkedBlockingDeque<>();
  private final AtomicLong ids = new AtomicLong();
  private Optional<Database> database = Optional.empty();

  private record Client(Connection connection, PreparedStatement insert) {}

  @Override
  public void open(Database opened) throws SQLException {
    try (Connection connection = opened.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("create table row (id bigint primary key, payload text not null)");
    }
    database = Optional.of(opened);
  }

  @Override
  public void execute(Workload workload) throws SQLException {
    // Last in, first out, so that no more connections are open than there are callers.
    Client client = idle.pollFirst();
    if (client == null) {
      Connection connection = database.orElseThrow().connect();
      client = new Client(connection, connection.prepareStatement("insert into row values (?, ?)"));
    }
    client.insert.setLong(1, ids.incrementAndGet());
    client.insert.setString(2, PAYLOAD);
    client.insert.executeUpdate();
    idle.addFirst(client);
  }

  @Override
  public int alive(Workload workload) {
    return CLIENTS[CLIENTS.length - 1];
  }

  @Override
  public void close() throws SQLException {
    for (Client client = idle.pollFirst(); client != null; client = idle.pollFirst()) {
      client.connection.close();
    }
  }
}
