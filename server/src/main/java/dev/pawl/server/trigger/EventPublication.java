package dev.pawl.server.trigger;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.execution.Broadcast.StartedExecution;
import dev.pawl.server.tenant.QuotaWarnings;
import dev.pawl.server.tenant.StartQuotas;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.DomainEvent;
import java.util.List;
import java.util.Optional;

/** Publishes events: starts the flows bound to them, and wakes the executions that wait. */
final class EventPublication {

  /** The event that notifies a tenant that it has used 80 or 95 percent of a quota. */
  static final String QUOTA_WARNING = "pawl.quota.warning";

  private final Triggers triggers;
  private final Broadcast broadcast;
  private final StartQuotas quotas;

  EventPublication(
      Triggers triggers, Broadcast broadcast, StartQuotas quotas, QuotaWarnings warnings) {
    this.triggers = triggers;
    this.broadcast = broadcast;
    this.quotas = quotas;
    warnings.onWarning(this::warn);
  }

  /** Publishes a warning as an event, which flows of the tenant can be bound to. */
  private void warn(QuotaWarnings.QuotaWarning warning) {
    DomainEvent event =
        new DomainEvent(
            QUOTA_WARNING,
            "quota:%s:%s:%d".formatted(warning.quota(), warning.period(), warning.percent()),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            JsonObject.of("quota", Json.of(warning.quota()))
                .with("percent", Json.of(warning.percent()))
                .with("current", Json.of(warning.current()))
                .with("limit", Json.of(warning.limit())));
    publish(warning.tenant(), event, true, "server");
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
    boolean isCounted = !event.type().equals(QUOTA_WARNING);
    if (isCounted) {
      quotas.check(tenant);
    }
    List<StartedExecution> started =
        triggers.publish(tenant, event, Optional.of(by)).stream()
            .map(one -> new StartedExecution(one.flow(), one.execution().id().value()))
            .toList();
    if (isCounted && !started.isEmpty()) {
      quotas.count(tenant, started.size());
    }
    return started;
  }
}
