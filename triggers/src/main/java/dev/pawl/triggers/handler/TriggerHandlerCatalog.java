package dev.pawl.triggers.handler;

import dev.pawl.sdk.Handler;
import dev.pawl.triggers.handler.PublishEventHandler.EventPublisher;
import dev.pawl.triggers.handler.SendNotificationHandler.NotificationStore;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Creates the handlers of this module for a node. */
public final class TriggerHandlerCatalog {

  private TriggerHandlerCatalog() {}

  /** Returns the handlers by name. An alias follows the name it stands for. */
  public static Map<String, Handler> create(
      EventPublisher publisher, NotificationStore notifications) {
    Handler publish = new PublishEventHandler(publisher);
    Map<String, Handler> handlers = new LinkedHashMap<>();
    handlers.put(PublishEventHandler.RESOURCE, publish);
    handlers.put(PublishEventHandler.ALIAS, publish);
    handlers.put(SendNotificationHandler.RESOURCE, new SendNotificationHandler(notifications));
    return Collections.unmodifiableMap(handlers);
  }
}
