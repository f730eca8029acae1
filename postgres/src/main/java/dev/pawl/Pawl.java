package dev.pawl;

import dev.pawl.dialects.Dialects;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.OpenHumanStep;
import dev.pawl.engine.StepId;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.LibraryNode;
import dev.pawl.postgres.secret.NamedSecrets;
import dev.pawl.postgres.secret.SecretRules;
import dev.pawl.sdk.Json;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/**
 * A durable workflow engine inside a Java program. It stores executions in PostgreSQL, runs them
 * with the handlers of this program, and resumes them after a crash.
 *
 * <pre>{@code
 * try (Pawl pawl = Pawl.builder().on(dataSource).handler("greet", call -> Json.of("Hello")).start()) {
 *   pawl.deploy("hello", definition);
 *   UUID id = pawl.start("hello", Json.of("Ada"));
 *   System.out.println(pawl.await(id, Duration.ofMinutes(1)));
 * }
 * }</pre>
 *
 * <p>Programs on the same database share the work: each runs the steps whose resources it serves.
 * All methods may be called from any thread.
 */
public final class Pawl implements AutoCloseable {

  private final TenantId tenant;
  private final LibraryNode node;
  private final CallerTransactions transactions;
  private final Optional<NamedSecrets> secrets;

  Pawl(
      TenantId tenant,
      LibraryNode node,
      CallerTransactions transactions,
      Optional<NamedSecrets> secrets) {
    this.tenant = tenant;
    this.node = node;
    this.transactions = transactions;
    this.secrets = secrets;
  }

  LibraryNode node() {
    return node;
  }

  TenantId tenant() {
    return tenant;
  }

  CallerTransactions transactions() {
    return transactions;
  }

  /**
   * Returns a builder; call one of its {@code on} methods or {@code embedded} to choose the
   * database.
   */
  public static PawlBuilder builder() {
    return new PawlBuilder();
  }

  /** Returns a builder for an embedded PostgreSQL server with its data in a folder. */
  public static PawlBuilder embedded(Path folder) {
    return builder().embedded(folder);
  }

  /** Returns a builder for the database of a data source, such as the pool of an application. */
  public static PawlBuilder on(DataSource dataSource) {
    return builder().on(dataSource);
  }

  /**
   * Returns a builder for the database at a {@code jdbc:postgresql:} or {@code postgresql:} URL.
   */
  public static PawlBuilder on(String url) {
    return builder().on(url);
  }

  /**
   * Publishes a definition (JSON or YAML, in any dialect) as the newest version of a flow and logs
   * its warnings; publishing the newest definition again has no effect.
   *
   * @return the number of the version
   * @throws IllegalArgumentException if the definition has errors; the message lists all of them
   */
  public int deploy(String flow, String definition) {
    return node.node().deploy(tenant, flow, Dialects.definition(flow, definition)).number();
  }

  /** Starts an execution, which is durable when this method returns. */
  public UUID start(String flow, Json input) {
    return start(flow, input, StartOptions.DEFAULT);
  }

  /**
   * Starts an execution with options; it is durable when this method returns, or with the commit of
   * the caller's transaction if {@link PawlBuilder#transactions} finds one.
   *
   * @throws IllegalArgumentException if there is no such flow or version, or an option is too long
   */
  public UUID start(String flow, Json input, StartOptions options) {
    Launch launch = Conversions.launch(tenant, flow, input, options);
    return inCallersTransaction(transaction -> node.start(transaction, launch).value())
        .orElseGet(() -> node.node().start(launch).id().value());
  }

  private <T> Optional<T> inCallersTransaction(CallerTransactions.TransactionWork<T> work) {
    try {
      return transactions.join(work);
    } catch (SQLException e) {
      throw new IllegalStateException(
          "the caller's transaction failed: " + e.getMessage() + "; roll it back", e);
    }
  }

  /**
   * Starts an execution in the caller's transaction on the same database: it runs after the commit
   * and does not exist after a rollback.
   *
   * @throws IllegalArgumentException if the connection is in auto-commit mode
   */
  public UUID start(Connection transaction, String flow, Json input) throws SQLException {
    return start(transaction, flow, input, StartOptions.DEFAULT);
  }

  /** Starts an execution with options in the caller's transaction on the same database. */
  public UUID start(Connection transaction, String flow, Json input, StartOptions options)
      throws SQLException {
    return node.start(transaction, Conversions.launch(tenant, flow, input, options)).value();
  }

  /** Waits for the end of an execution; returns empty after the timeout. */
  public Optional<ExecutionResult> await(UUID id, Duration timeout) throws InterruptedException {
    return node.node().await(key(id), timeout).map(Conversions::result);
  }

  /** Finds an execution by its id. */
  public Optional<ExecutionSummary> find(UUID id) {
    return control().reader().find(key(id)).map(Conversions::summary);
  }

  /** Searches executions, newest first. */
  public List<ExecutionSummary> search(ExecutionQuery query) {
    return control()
        .reader()
        .search(tenant, Conversions.criteria(query), Conversions.page(tenant, query))
        .stream()
        .map(Conversions::summary)
        .toList();
  }

  /**
   * Returns the steps of an execution in the order of their first change; empty if it is unknown.
   */
  public List<StepSummary> steps(UUID id) {
    return control()
        .reader()
        .history(key(id))
        .map(history -> history.steps().stream().map(Conversions::step).toList())
        .orElse(List.of());
  }

  /**
   * Sends an event to an execution, which keeps it until a state waits for it; part of the caller's
   * transaction if {@link PawlBuilder#transactions} finds one.
   */
  public MessageResult signal(UUID id, String event, Json payload) {
    return Conversions.result(
        inCallersTransaction(transaction -> node.signal(transaction, key(id), event, payload))
            .orElseGet(() -> control().signal(key(id), event, payload, Optional.empty())));
  }

  /**
   * Sends an event once.
   *
   * @param idempotencyKey further events to this execution with the same key are ignored
   */
  public MessageResult signal(UUID id, String event, Json payload, String idempotencyKey) {
    return Conversions.result(
        control().signal(key(id), event, payload, Optional.of(idempotencyKey)));
  }

  /** Sends an event in the caller's transaction on the same database. */
  public MessageResult signal(Connection transaction, UUID id, String event, Json payload)
      throws SQLException {
    return Conversions.result(node.signal(transaction, key(id), event, payload));
  }

  /** Returns the Human steps of an execution that wait for a decision. */
  public List<PendingDecision> pendingDecisions(UUID id) {
    Optional<Executions.ExecutionRecord> found = control().reader().load(key(id));
    if (found.isEmpty()) {
      return List.of();
    }
    Execution execution = control().reader().execution(found.get());
    return Conversions.decisions(
        execution, control().reader().openHumanSteps(found.get().summary().info(), execution));
  }

  /**
   * Completes a Human step with a decision; of several decisions the first one counts.
   *
   * @param step the id from {@link #pendingDecisions}
   * @throws IllegalArgumentException if the step does not wait for a decision, or the outcome or
   *     form is not one that it allows
   */
  public MessageResult decide(UUID id, String step, HumanDecision decision) {
    OpenHumanStep open =
        openSteps(id).stream()
            .filter(one -> one.step().toString().equals(step))
            .findFirst()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "step: %s of execution %s does not wait for a decision; pendingDecisions lists those that do"
                            .formatted(step, id)));
    return Conversions.result(
        control()
            .decide(
                key(id),
                open.step(),
                decision.by(),
                open.complete(decision.outcome(), decision.form(), decision.reason())));
  }

  private List<OpenHumanStep> openSteps(UUID id) {
    Optional<Executions.ExecutionRecord> found = control().reader().load(key(id));
    return found
        .map(
            one ->
                control()
                    .reader()
                    .openHumanSteps(one.summary().info(), control().reader().execution(one)))
        .orElse(List.of());
  }

  /** Pauses an execution: steps in progress finish, no new step starts. */
  public MessageResult pause(UUID id, String reason) {
    return Conversions.result(control().pause(key(id), reason));
  }

  /** Resumes a paused execution, also one that the engine paused because of an incident. */
  public MessageResult resume(UUID id) {
    return Conversions.result(control().resume(key(id)));
  }

  /** Cancels an execution after compensating its completed steps. */
  public MessageResult cancel(UUID id, String reason) {
    return Conversions.result(control().cancel(key(id), reason, true));
  }

  /** Skips a step and continues as if it had succeeded with the given output. */
  public MessageResult skip(UUID id, String step, Json output) {
    return Conversions.result(control().skip(key(id), StepId.parse(step), output));
  }

  /**
   * Returns an execution to an earlier step, without compensating the steps that it undoes.
   *
   * @throws IllegalArgumentException if the execution has no such step
   */
  public MessageResult rewind(UUID id, String step) {
    return Conversions.result(control().rewind(key(id), StepId.parse(step), false));
  }

  /**
   * Retries an ended execution from its first step, as a new execution.
   *
   * @throws IllegalArgumentException if the execution has not ended
   */
  public UUID retry(UUID id) {
    return node.node().retry(key(id), ExecutionControl.From.START).id().value();
  }

  /**
   * Retries a failed execution from the step that failed, as a new execution.
   *
   * @throws IllegalArgumentException if the execution has not failed
   */
  public UUID retryFromFailure(UUID id) {
    return node.node().retry(key(id), ExecutionControl.From.FAILURE).id().value();
  }

  /**
   * Sets the value of a secret, which handlers get by {@link dev.pawl.sdk.HandlerCall#secret}; all
   * programs use it within a second.
   *
   * @throws IllegalArgumentException if name or value are not allowed, or there are too many
   * @throws IllegalStateException if no master key was given to the builder
   */
  public void setSecret(String name, String value) {
    SecretRules.nameProblem(name)
        .or(() -> SecretRules.valueProblem(value))
        .ifPresent(
            problem -> {
              throw new IllegalArgumentException(problem);
            });
    NamedSecrets stored =
        secrets
            .filter(NamedSecrets::canWrite)
            .orElseThrow(
                () ->
                    new IllegalStateException(
                        "there is no master key to encrypt secrets with; call masterKey(...) of the"
                            + " builder"));
    if (stored.set(tenant, name, value, "library").isEmpty()) {
      throw new IllegalArgumentException(
          "a tenant has at most %d secrets; delete one first"
              .formatted(NamedSecrets.MAX_SECRETS_PER_TENANT));
    }
  }

  /** Deletes a secret; returns false if there is none. */
  public boolean deleteSecret(String name) {
    return secrets.isPresent() && secrets.get().delete(tenant, name);
  }

  /** Opens a connection to the database, for transactional starts; the caller closes it. */
  public Connection connect() throws SQLException {
    return node.connect();
  }

  /**
   * Returns true while this program holds its lease on the database, so that it runs executions;
   * false while it cannot reach the database, and after {@link #close}.
   */
  public boolean isJoined() {
    return node.node().isJoined();
  }

  private ExecutionControl control() {
    return node.node().control();
  }

  private ExecutionKey key(UUID id) {
    return new ExecutionKey(tenant, new ExecutionId(id));
  }

  /**
   * Waits for running handlers (at most the grace period), releases all executions to other
   * programs on the database, and stops the embedded server if there is one.
   */
  @Override
  public void close() {
    node.close();
  }
}
