package dev.pawl.server.trigger;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.execution.Broadcast.StartedExecution;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.DomainEvent;
import java.util.List;
import java.util.Optional;

/** Publishes events: starts the flows bound to them, and wakes the executions that wait. */
final class EventPublication {

  private final Triggers triggers;
  private final Broadcast broadcast;

  EventPublication(Triggers triggers, Broadcast broadcast) {
    this.triggers = triggers;
    this.broadcast = broadcast;
  }

  /**
   * Publishes an event.
   *
   * @param isNamed true if the sender gave the id, so that a repetition gets the first answer
   */
  Broadcast.BroadcastResult publish(
      TenantId tenant, DomainEvent event, boolean isNamed, String by) {
    return broadcast.broadcast(
        tenant,
        new Broadcast.EventMessage(event.type(), event.payload(), isNamed ? event.id() : null),
        event.id(),
        by,
        () -> starts(tenant, event, by));
  }

  private List<StartedExecution> starts(TenantId tenant, DomainEvent event, String by) {
    return triggers.publish(tenant, event, Optional.of(by)).stream()
        .map(one -> new StartedExecution(one.flow(), one.execution().id().value()))
        .toList();
  }
}
