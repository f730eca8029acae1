package dev.pawl.postgres;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Commit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.Written;
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
 * Pawl inside any Java program: a node of its own, with handlers of its own.
 *
 * <pre>{@code
 * try (Pawl pawl = Pawl.in(Path.of("data")).handler("greet", call -> Json.of("Hello")).start()) {
 *   pawl.deploy("hello", definition);
 *   ExecutionId id = pawl.start("hello", Json.of("Ada"));
 *   System.out.println(pawl.await(id, Duration.ofMinutes(1)));
 * }
 * }</pre>
 *
 * <p>Programs on the same database share the work, each for the resources that it serves.
 */
public final class Pawl implements AutoCloseable {

  private final TenantId tenant;
  private final PostgresStore store;
  private final Node node;
  private final Runnable stopServer;

  Pawl(TenantId tenant, PostgresStore store, Node node, Runnable stopServer) {
    this.tenant = tenant;
    this.store = store;
    this.node = node;
    this.stopServer = stopServer;
  }

  /** On a PostgreSQL of its own, started with this program, whose data is in that folder. */
  public static PawlBuilder in(Path folder) {
    return in(folder, EmbeddedOptions.defaults());
  }

  /** Starts a PostgreSQL of its own on that folder, with these options. */
  public static PawlBuilder in(Path folder, EmbeddedOptions options) {
    return PawlBuilder.in(folder, options);
  }

  /** On a PostgreSQL server that is there. */
  public static PawlBuilder on(Database database) {
    return PawlBuilder.on(database);
  }

  /**
   * Makes a definition (ASL as JSON or YAML) the newest version of a flow; the same one again
   * changes nothing. Warnings about it are logged.
   *
   * @return the number of the version
   * @throws IllegalArgumentException with all that is wrong with it
   */
  public int deploy(String flow, String definition) {
    return node.deploy(tenant, flow, definition).number();
  }

  /** Starts an execution. When this returns, it will come to its end, whatever dies. */
  public ExecutionId start(String flow, Json input) {
    return start(launch(flow, input));
  }

  public ExecutionId start(Launch launch) {
    return node.start(launch).id();
  }

  /**
   * Starts an execution within a transaction of the caller, on this database: it begins when the
   * caller commits, and never was when the caller rolls back.
   */
  public ExecutionId start(Connection transaction, String flow, Json input) throws SQLException {
    return start(transaction, launch(flow, input));
  }

  public ExecutionId start(Connection transaction, Launch launch) throws SQLException {
    Commit birth = node.birth(launch);
    Written written =
        TransactionalStarts.start(transaction, birth.card(), birth.facts().getFirst());
    return written instanceof Written.Duplicate same ? same.existing() : birth.card().id();
  }

  /** Starts an execution and waits for its end; empty if that takes longer. */
  public Optional<Execution.Ending> run(String flow, Json input, Duration atMost)
      throws InterruptedException {
    return node.run(launch(flow, input), atMost);
  }

  /** How an execution ends; empty if that takes longer. */
  public Optional<Execution.Ending> await(ExecutionId id, Duration atMost)
      throws InterruptedException {
    return node.await(key(id), atMost);
  }

  /** Hands an event to an execution; it is kept until a state waits for it. */
  public Mail.Delivery signal(ExecutionId id, String event, Json payload) {
    return control().signal(key(id), event, payload, Optional.empty());
  }

  /** The same within a transaction of the caller. */
  public Mail.Delivery signal(Connection transaction, ExecutionId id, String event, Json payload)
      throws SQLException {
    return TransactionalStarts.send(
        transaction, key(id), Control.event(event, payload), Optional.empty());
  }

  /** Ends an execution; what it did and can undo, it undoes. */
  public Mail.Delivery cancel(ExecutionId id, String reason) {
    return control().cancel(key(id), reason, true);
  }

  /** A connection of the caller's own to this database. */
  public Connection connect() throws SQLException {
    return store.connect();
  }

  /** All that can be seen of executions and done to them. */
  public Control control() {
    return node.control();
  }

  public Node node() {
    return node;
  }

  /** Where everything is kept. */
  public PostgresStore store() {
    return store;
  }

  public ExecutionKey key(ExecutionId id) {
    return new ExecutionKey(tenant, id);
  }

  private Launch launch(String flow, Json input) {
    return Launch.of(flow, input).of(tenant);
  }

  /** Hands over what it holds, and stops its PostgreSQL if it has one of its own. */
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
