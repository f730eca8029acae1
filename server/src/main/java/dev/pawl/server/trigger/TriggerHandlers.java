package dev.pawl.server.trigger;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.handler.PublishEventHandler;
import dev.pawl.triggers.handler.SendNotificationHandler;
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

  /** Returns the handler of {@link PublishEventHandler#RESOURCE}. */
  public Handler publishEvent() {
    return call -> call(publishEvent, call);
  }

  /** Returns the handler of {@link SendNotificationHandler#RESOURCE}. */
  public Handler sendNotification() {
    return call -> call(sendNotification, call);
  }

  private static Json call(CompletableFuture<Handler> handler, HandlerCall call) throws Exception {
    return handler.get().handle(call);
  }
}
