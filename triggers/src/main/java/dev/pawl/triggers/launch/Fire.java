package dev.pawl.triggers.launch;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.triggers.binding.DomainEvent;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * One match of an event and a binding.
 *
 * @param collected earlier events that the binding held back for this start; usually empty
 * @param actor who published the event
 */
public record Fire(
    TenantId tenant,
    UUID binding,
    DomainEvent event,
    List<DomainEvent> collected,
    Optional<String> actor) {

  public Fire {
    collected = List.copyOf(collected);
  }

  /** Returns the fire as {@code pawl.rejected} and {@code pawl.held} store it. */
  public JsonObject toJson() {
    return JsonObject.builder()
        .put("event", event.toJson())
        .put("collected", JsonArray.of(collected.stream().map(DomainEvent::toJson).toList()))
        .put("actor", actor.<Json>map(Json::of).orElse(JsonNull.NULL))
        .build();
  }

  /** Reads what {@link #toJson} wrote. */
  public static Fire read(TenantId tenant, UUID binding, Json json) {
    List<DomainEvent> collected =
        json.get("collected")
            .map(list -> ((JsonArray) list).elements().stream().map(DomainEvent::read).toList())
            .orElse(List.of());
    return new Fire(
        tenant,
        binding,
        DomainEvent.read(json.get("event").orElseThrow()),
        collected,
        json.get("actor").filter(value -> !value.isNull()).map(Json::asText));
  }
}
