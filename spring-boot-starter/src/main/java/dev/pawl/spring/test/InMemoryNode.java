package dev.pawl.spring.test;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import dev.pawl.postgres.LibraryNode;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.store.InMemoryStore;
import dev.pawl.testkit.time.TurnedClock;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;

/** A node on a store in memory, both with the time of a test. */
final class InMemoryNode implements LibraryNode {

  /** Longer than in production, so that days of turned time pass in a moment. */
  private static final Duration POLL_INTERVAL = Duration.ofSeconds(10);

  private static final Duration LEASE = Duration.ofDays(1);

  private static final NodeOptions OPTIONS =
      new NodeOptions(
          "test",
          NodeOptions.DEFAULT.maxOwned(),
          NodeOptions.DEFAULT.maxCalls(),
          NodeOptions.DEFAULT.maxQueued(),
          POLL_INTERVAL,
          NodeOptions.DEFAULT.grace(),
          LEASE,
          Optional.empty());

  private final Thread testThread = Thread.currentThread();
  private final Node node;

  InMemoryNode(TurnedClock clock, Function<String, Optional<Handler>> handlers) {
    this.node =
        Node.start(new InMemoryStore(clock, LEASE), handlers::apply, OPTIONS, Listener.NONE, clock);
  }

  @Override
  public Node node() {
    return node;
  }

  @Override
  public ExecutionId start(Connection transaction, Launch launch) throws SQLException {
    throw noDatabase();
  }

  @Override
  public Inbox.MessageAcceptance signal(
      Connection transaction, ExecutionKey to, String event, Json payload) throws SQLException {
    throw noDatabase();
  }

  @Override
  public Connection connect() throws SQLException {
    throw noDatabase();
  }

  private static SQLException noDatabase() {
    return new SQLException(
        "the engine of a @PawlTest has no database; test transactions with @SpringBootTest");
  }

  /** Closes the node, unless the process ends: then no thread is left to advance its clock. */
  @Override
  public void close() {
    if (Thread.currentThread().equals(testThread)) {
      node.close();
    }
  }
}
