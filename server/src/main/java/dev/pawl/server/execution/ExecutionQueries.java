package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.node.ActionEffect;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.ExecutionReader;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Inbox;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.OpenStreams;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Finds executions for controllers and creates their views and responses. */
final class ExecutionQueries {

  static final int MAX_WAIT_SECONDS = 60;

  private static final Duration MAX_COMMAND_WAIT = Duration.ofSeconds(5);

  private final Node node;
  private final ExecutionControl control;
  private final OpenStreams streams;
  private final FlowNames names;

  ExecutionQueries(Node node, ExecutionControl control, OpenStreams streams, FlowNames names) {
    this.node = node;
    this.control = control;
    this.streams = streams;
    this.names = names;
  }

  /**
   * Returns an execution of the caller's tenant.
   *
   * @throws ApiException if the tenant has no such execution
   */
  Executions.Summary require(Caller caller, String id) {
    return require(caller.execution(id));
  }

  private Executions.Summary require(ExecutionKey key) {
    return control
        .reader()
        .find(key)
        .orElseThrow(() -> ApiException.notFound("execution " + key.id()));
  }

  /** Waits up to the given number of seconds for the execution to end, and returns its view. */
  ExecutionView await(ExecutionKey key, int wait) throws InterruptedException {
    if (wait > 0 && !require(key).status().isTerminal()) {
      streams.await(
          key.tenant(), node::releaseWaiters, () -> node.await(key, Duration.ofSeconds(wait)));
    }
    return loadView(key);
  }

  ExecutionView loadView(ExecutionKey key) {
    ExecutionView view = loadUnnamed(key);
    return view.withFlowName(names.of(key.tenant(), view.flow()).orElse(null));
  }

  private ExecutionView loadUnnamed(ExecutionKey key) {
    Executions.ExecutionRecord recounted =
        control
            .reader()
            .load(key)
            .orElseThrow(() -> ApiException.notFound("execution " + key.id()));
    Executions.Summary summary = recounted.summary();
    String reason = retryReason(recounted);
    try {
      return ExecutionView.of(summary, reason, control.reader().execution(recounted));
    } catch (IncidentException unreadable) {
      // Without its definition the states are unknown, but the status and its reason can be shown.
      Json input =
          ExecutionReader.started(recounted).map(Fact.Started::input).orElse(JsonObject.EMPTY);
      return ExecutionView.of(summary, reason, input);
    }
  }

  private static @Nullable String retryReason(Executions.ExecutionRecord recounted) {
    return recounted.summary().info().tags().retriedFrom().isEmpty()
        ? null
        : ExecutionReader.started(recounted)
            .map(Fact.Started::reason)
            .filter(reason -> !reason.isEmpty())
            .orElse(null);
  }

  /**
   * Waits until an execution has applied a command, so that the response shows its effect.
   *
   * @return false if that takes too long, or if the tenant has too many waiting requests
   */
  boolean awaitEffect(ActionEffect effect) throws InterruptedException {
    try {
      return streams.await(
          effect.key().tenant(), node::releaseWaiters, () -> effect.await(MAX_COMMAND_WAIT));
    } catch (ApiException tooManyWaits) {
      return effect.isApplied();
    }
  }

  ResponseEntity<ExecutionView> accepted(Inbox.MessageAcceptance delivery, ExecutionKey key) {
    return switch (delivery) {
      case ACCEPTED -> ResponseEntity.status(HttpStatus.ACCEPTED).body(loadView(key));
      case REPEATED ->
          ResponseEntity.status(HttpStatus.ACCEPTED)
              .header("Idempotency-Replayed", "true")
              .body(loadView(key));
      case CONFLICTING ->
          throw ApiException.refused(
              "idempotency-key-reused",
              "this Idempotency-Key was used with a different request; use a new key for each"
                  + " request");
      case ENDED -> throw ApiException.conflict("ended", "the execution has ended");
      case UNKNOWN -> throw ApiException.notFound("execution " + key.id());
    };
  }
}
