package dev.pawl.server.execution;

import dev.pawl.model.NameLimit;
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
    String type = checked(NameLimit.EVENT, event.type() == null ? "" : event.type());
    if (event.id() != null) {
      checked(NameLimit.EVENT_ID, event.id());
    }
    Json payload = event.payload() == null ? JsonObject.EMPTY : event.payload();
    return broadcast.tell(
        caller.tenant(), new Broadcast.Telling(type, payload, event.id()), caller.name());
  }

  private static String checked(NameLimit limit, String name) {
    limit
        .problem(name)
        .ifPresent(
            why -> {
              throw Refusal.malformed(why);
            });
    return name;
  }
}
