package dev.pawl.postgres;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.StaleConfigurationException;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.CommitResult;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.store.PostgresStore;
import dev.pawl.postgres.store.TransactionalStarts;
import dev.pawl.sdk.Json;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;

/**
 * A node together with the store it runs on and, if it started one, its embedded PostgreSQL server.
 * The server, the command line and the public {@link dev.pawl.Pawl} are built on it.
 */
public final class PostgresNode implements LibraryNode {

  private final TenantId tenant;
  private final PostgresStore store;
  private final Node node;
  private final Runnable stopServer;

  PostgresNode(TenantId tenant, PostgresStore store, Node node, Runnable stopServer) {
    this.tenant = tenant;
    this.store = store;
    this.node = node;
    this.stopServer = stopServer;
  }

  /** Returns a builder for a node on an embedded PostgreSQL server with its data in a folder. */
  public static PostgresNodeBuilder in(Path folder) {
    return in(folder, EmbeddedOptions.defaults());
  }

  /** Returns a builder for a node on an embedded PostgreSQL server with the given options. */
  public static PostgresNodeBuilder in(Path folder, EmbeddedOptions options) {
    return PostgresNodeBuilder.in(folder, options);
  }

  /** Returns a builder for a node on an existing database. */
  public static PostgresNodeBuilder on(Database database) {
    return PostgresNodeBuilder.on(database);
  }

  /**
   * Publishes a definition (ASL as JSON or YAML) as the newest version of a flow and logs its
   * warnings; publishing the newest definition again has no effect.
   *
   * @return the number of the version
   * @throws IllegalArgumentException if the definition has errors; the message lists all of them
   */
  public int deploy(String flow, String definition) {
    return node.deploy(tenant, flow, definition).number();
  }

  /** Starts an execution, which is durable when this method returns. */
  public ExecutionId start(String flow, Json input) {
    return start(launch(flow, input));
  }

  public ExecutionId start(Launch launch) {
    return node.start(launch).id();
  }

  /**
   * Starts an execution in the caller's transaction on the same database: it runs after the commit
   * and does not exist after a rollback.
   */
  public ExecutionId start(Connection transaction, String flow, Json input) throws SQLException {
    return start(transaction, launch(flow, input));
  }

  @Override
  public ExecutionId start(Connection transaction, Launch launch) throws SQLException {
    Commit firstCommit = node.firstCommit(launch);
    CommitResult result =
        TransactionalStarts.start(transaction, firstCommit.info(), firstCommit.facts().getFirst());
    if (result == CommitResult.Stale.STALE) {
      throw new StaleConfigurationException();
    }
    return result instanceof CommitResult.Duplicate duplicate
        ? duplicate.existing()
        : firstCommit.info().id();
  }

  /** Starts an execution and waits for its end; returns empty after the timeout. */
  public Optional<Execution.Ending> run(String flow, Json input, Duration timeout)
      throws InterruptedException {
    return node.run(launch(flow, input), timeout);
  }

  /** Waits for the end of an execution; returns empty after the timeout. */
  public Optional<Execution.Ending> await(ExecutionId id, Duration timeout)
      throws InterruptedException {
    return node.await(key(id), timeout);
  }

  /** Sends an event to an execution, which keeps it until a state waits for it. */
  public Inbox.MessageAcceptance signal(ExecutionId id, String event, Json payload) {
    return control().signal(key(id), event, payload, Optional.empty());
  }

  /** Sends an event in the caller's transaction on the same database. */
  public Inbox.MessageAcceptance signal(
      Connection transaction, ExecutionId id, String event, Json payload) throws SQLException {
    return signal(transaction, key(id), event, payload);
  }

  @Override
  public Inbox.MessageAcceptance signal(
      Connection transaction, ExecutionKey to, String event, Json payload) throws SQLException {
    return TransactionalStarts.send(
        transaction, to, ExecutionControl.event(event, payload), Optional.empty());
  }

  /** Cancels an execution after compensating its completed steps. */
  public Inbox.MessageAcceptance cancel(ExecutionId id, String reason) {
    return control().cancel(key(id), reason, true);
  }

  /** Opens a connection to the database of this node; the caller closes it. */
  @Override
  public Connection connect() throws SQLException {
    return store.connect();
  }

  /** Returns the operations on single executions. */
  public ExecutionControl control() {
    return node.control();
  }

  @Override
  public Node node() {
    return node;
  }

  /** Returns the store of this node. */
  public PostgresStore store() {
    return store;
  }

  public ExecutionKey key(ExecutionId id) {
    return new ExecutionKey(tenant, id);
  }

  private Launch launch(String flow, Json input) {
    return Launch.of(flow, input).of(tenant);
  }

  /** Releases the executions of this node to others and stops its embedded server, if any. */
  @Override
  public void close() {
    try {
      node.close();
    } finally {
      try {
        store.close();
      } finally {
        stopServer.run();
      }
    }
  }
}
