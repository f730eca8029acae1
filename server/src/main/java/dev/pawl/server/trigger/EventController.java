package dev.pawl.server.trigger;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.RequiresPermission;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.problem.ApiException;
import dev.pawl.server.web.ApiStatus;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.DomainEvent;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that publishes events. */
@RestController
public final class EventController {

  private final Triggers triggers;
  private final EventPublication publication;

  EventController(Triggers triggers, EventPublication publication) {
    this.triggers = triggers;
    this.publication = publication;
  }

  /** An event to publish. */
  record Event(
      @Schema(
              description = "Name of the event, as bindings and waiting states name it.",
              example = "payment.received")
          @NotNull
          String type,
      @Schema(
              description = "Id of the event; an event with the same id has no effect again.",
              example = "evt-20261118-17")
          @Nullable String id,
      @Schema(
              description = "Id of the business object that the event is about.",
              example = "order-4711")
          @Nullable String aggregateId,
      @Schema(description = "Id of the client that the event is about.", example = "client-12")
          @Nullable String clientId,
      @Schema(
              description = "Id of the line of business that the event is about.",
              example = "retail")
          @Nullable String lobId,
      @Schema(description = "Id of the product that the event is about.", example = "product-3")
          @Nullable String productId,
      @Schema(
              description =
                  "Data of the event, any JSON value; executions find it in the envelope, waiting"
                      + " states receive it.",
              example = "{\"amount\": 12.5}")
          @Nullable Json payload) {}

  @PostMapping("/api/events")
  @RequiresPermission(
      value = Permission.OPERATE,
      summary =
          "Publishes an event: starts the flows bound to it, and wakes all executions that wait for"
              + " it.")
  @ApiStatus(202)
  ResponseEntity<Broadcast.BroadcastResult> publish(Caller caller, @Valid @RequestBody Event body) {
    DomainEvent event = event(body, triggers.newEventId());
    return ResponseEntity.accepted()
        .body(publication.publish(caller.tenant(), event, body.id() != null, caller.name()));
  }

  /**
   * Returns the event of a request.
   *
   * @param otherwise its id if the request gives none
   */
  static DomainEvent event(Event body, UUID otherwise) {
    try {
      return new DomainEvent(
          body.type(),
          body.id() == null ? otherwise.toString() : body.id(),
          Optional.ofNullable(body.aggregateId()),
          Optional.ofNullable(body.clientId()),
          Optional.ofNullable(body.lobId()),
          Optional.ofNullable(body.productId()),
          body.payload() == null ? JsonObject.EMPTY : body.payload());
    } catch (IllegalArgumentException wrong) {
      throw ApiException.malformed(String.valueOf(wrong.getMessage()));
    }
  }
}
