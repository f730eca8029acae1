package dev.pawl.server.execution;

import dev.pawl.engine.Fact;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.IncidentException;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Streams;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Finds executions for those who ask for them, and shows what it found. */
final class Showing {

  static final int LONGEST_WAIT = 60;

  private static final Duration LONGEST_COMMAND_WAIT = Duration.ofSeconds(5);

  private final Node node;
  private final Control control;
  private final Streams streams;

  Showing(Node node, Control control, Streams streams) {
    this.node = node;
    this.control = control;
    this.streams = streams;
  }

  /** An execution of the caller's tenant; there are no others. */
  Executions.Summary found(Caller caller, String id) {
    return found(caller.execution(id));
  }

  private Executions.Summary found(ExecutionKey key) {
    return control.find(key).orElseThrow(() -> Refusal.notFound("execution " + key.id()));
  }

  /** As it is after so many seconds at most, or at its end if that comes first. */
  ExecutionView awaited(ExecutionKey key, int wait) throws InterruptedException {
    check(wait);
    if (wait > 0 && !found(key).status().isTerminal()) {
      streams.await(
          key.tenant(), node::letWaitersGo, () -> node.await(key, Duration.ofSeconds(wait)));
    }
    return whole(key);
  }

  static void check(int wait) {
    if (wait < 0 || wait > LONGEST_WAIT) {
      throw Refusal.malformed(
          "wait: %d is not a whole number of seconds from 0 to %d".formatted(wait, LONGEST_WAIT));
    }
  }

  ExecutionView whole(ExecutionKey key) {
    Executions.Recounted recounted =
        control.recount(key).orElseThrow(() -> Refusal.notFound("execution " + key.id()));
    Executions.Summary summary = recounted.summary();
    String reason = retryReason(recounted);
    try {
      return ExecutionView.of(summary, reason, control.execution(recounted));
    } catch (IncidentException unreadable) {
      // What its states are nobody can tell; that it is paused, and why, can be seen all the same.
      Json input = Control.started(recounted).map(Fact.Started::input).orElse(JsonObject.EMPTY);
      return ExecutionView.of(summary, reason, input);
    }
  }

  private static @Nullable String retryReason(Executions.Recounted recounted) {
    return recounted.summary().card().tags().retriedFrom().isEmpty()
        ? null
        : Control.started(recounted)
            .map(Fact.Started::reason)
            .filter(reason -> !reason.isEmpty())
            .orElse(null);
  }

  /**
   * Waits until an execution has read a command, so that the answer shows what came of it.
   *
   * @param before the last fact from before the command was sent
   * @return false if that takes too long, or if the tenant has too many requests that wait
   */
  boolean awaitRead(ExecutionKey key, Fact fact, long before) throws InterruptedException {
    try {
      return streams.await(
          key.tenant(),
          node::letWaitersGo,
          () ->
              node.awaitCommit(
                  key,
                  () -> control.hasRead(key, fact, before) || hasEnded(key),
                  LONGEST_COMMAND_WAIT));
    } catch (Refusal tooManyWaits) {
      return control.hasRead(key, fact, before);
    }
  }

  private boolean hasEnded(ExecutionKey key) {
    return control.find(key).filter(found -> found.status().isTerminal()).isPresent();
  }

  ResponseEntity<ExecutionView> accepted(Mail.Delivery delivery, ExecutionKey key) {
    return switch (delivery) {
      case ACCEPTED -> ResponseEntity.status(HttpStatus.ACCEPTED).body(whole(key));
      case REPEATED ->
          ResponseEntity.status(HttpStatus.ACCEPTED)
              .header("Idempotency-Replayed", "true")
              .body(whole(key));
      case ENDED -> throw Refusal.conflict("ended", "the execution has ended");
      case UNKNOWN -> throw Refusal.notFound("execution " + key.id());
    };
  }
}
