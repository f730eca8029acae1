package dev.pawl.server.trigger;

import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.handler.PublishEventHandler.EventPublisher;
import dev.pawl.triggers.handler.SendNotificationHandler.Notification;
import dev.pawl.triggers.handler.SendNotificationHandler.NotificationStore;
import dev.pawl.triggers.handler.TriggerHandlerCatalog;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The handlers that need the running application. The node starts before it, so that their calls
 * wait until it is there.
 */
public final class TriggerHandlers {

  private final CompletableFuture<EventPublisher> publisher = new CompletableFuture<>();
  private final CompletableFuture<NotificationStore> notifications = new CompletableFuture<>();

  void set(EventPublisher newPublisher, NotificationStore newNotifications) {
    publisher.complete(newPublisher);
    notifications.complete(newNotifications);
  }

  /** Returns the handlers by name. */
  public Map<String, Handler> create() {
    return TriggerHandlerCatalog.create(this::publish, this::add);
  }

  private List<StartedFlow> publish(TenantId tenant, DomainEvent event, String actor) {
    return publisher.join().publish(tenant, event, actor);
  }

  private int add(TenantId tenant, Notification added) {
    return notifications.join().add(tenant, added);
  }
}
