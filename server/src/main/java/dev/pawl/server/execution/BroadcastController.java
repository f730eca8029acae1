package dev.pawl.server.execution;

import dev.pawl.model.NameLimit;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Access;
import dev.pawl.server.access.Caller;
import dev.pawl.server.access.Permission;
import dev.pawl.server.problem.ApiException;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint that sends an event to all executions that wait for it. */
@RestController
public final class BroadcastController {

  private final Broadcast broadcast;

  BroadcastController(Broadcast broadcast) {
    this.broadcast = broadcast;
  }

  /** An event for all executions that wait for its type. */
  record EventRequest(
      @Schema(
              description = "Name of the event, as states wait for it.",
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
              description = "Data of the event, any JSON value, which waiting states receive.",
              example = "{\"amount\": 12.5}")
          @Nullable Json payload) {}

  @PostMapping("/api/events")
  @Access(
      value = Permission.OPERATE,
      summary = "Sends an event to all executions that wait for it.")
  Broadcast.BroadcastResult broadcast(Caller caller, @Valid @RequestBody EventRequest event) {
    String type = requireValidName(NameLimit.EVENT, event.type());
    if (event.id() != null) {
      requireValidName(NameLimit.EVENT_ID, event.id());
    }
    Json payload = event.payload() == null ? JsonObject.EMPTY : event.payload();
    return broadcast.broadcast(
        caller.tenant(), new Broadcast.EventMessage(type, payload, event.id()), caller.name());
  }

  private static String requireValidName(NameLimit limit, String name) {
    limit
        .problem(name)
        .ifPresent(
            why -> {
              throw ApiException.malformed(why);
            });
    return name;
  }
}
