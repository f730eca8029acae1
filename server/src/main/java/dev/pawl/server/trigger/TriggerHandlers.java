package dev.pawl.server.trigger;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.handler.PublishEventHandler;
import dev.pawl.triggers.handler.SendNotificationHandler;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The handlers that need the running application. The node starts before it, so that their calls
 * wait until it is there.
 */
public final class TriggerHandlers {

  private final CompletableFuture<Handler> publishEvent = new CompletableFuture<>();
  private final CompletableFuture<Handler> sendNotification = new CompletableFuture<>();

  void set(PublishEventHandler publish, SendNotificationHandler notify) {
    publishEvent.complete(publish);
    sendNotification.complete(notify);
  }

  /** Returns the handlers by resource. */
  public Map<String, Handler> handlers() {
    return Map.of(
        PublishEventHandler.RESOURCE,
        new AwaitedHandler(PublishEventHandler.DESCRIPTOR, publishEvent),
        SendNotificationHandler.RESOURCE,
        new AwaitedHandler(SendNotificationHandler.DESCRIPTOR, sendNotification));
  }

  /** A handler that exists when the application has started. */
  private record AwaitedHandler(HandlerDescriptor descriptor, CompletableFuture<Handler> handler)
      implements Handler {

    @Override
    public Json handle(HandlerCall call) throws Exception {
      return handler.get().handle(call);
    }
  }
}
