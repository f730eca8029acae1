package dev.pawl.server.execution;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.access.Caller;
import dev.pawl.server.problem.Refusal;
import dev.pawl.server.web.Needed;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** Events that are told to whom they concern. */
@RestController
public final class BroadcastController {

  static final int LONGEST_ID = 200;

  private final Broadcast broadcast;

  BroadcastController(Broadcast broadcast) {
    this.broadcast = broadcast;
  }

  /**
   * An event.
   *
   * @param type its name, as states wait for it
   * @param id repeated, it does nothing again
   * @param aggregateId this and the ids that follow say what it is about, for those who bind flows
   *     to events; whoever waits for an event waits for its type
   * @param payload what states that wait for it get
   */
  record Event(
      @Needed @Nullable String type,
      @Nullable String id,
      @Nullable String aggregateId,
      @Nullable String clientId,
      @Nullable String lobId,
      @Nullable String productId,
      @Nullable Json payload) {}

  @PostMapping("/api/events")
  Broadcast.Told tell(Caller caller, @RequestBody Event event) {
    if (event.type() == null || event.type().isBlank() || event.type().length() > LONGEST_ID) {
      throw Refusal.malformed("an event needs a type of 1 to " + LONGEST_ID + " characters");
    }
    if (event.id() != null && (event.id().isBlank() || event.id().length() > LONGEST_ID)) {
      throw Refusal.malformed("the id of an event has 1 to " + LONGEST_ID + " characters");
    }
    Json payload = event.payload() == null ? JsonObject.EMPTY : event.payload();
    return broadcast.tell(
        caller.tenant(), new Broadcast.Telling(event.type(), payload, event.id()), caller.name());
  }
}
