package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBinder;
import java.util.Optional;

/** A handler whose calls convert JSON with the binder of the application. */
record BoundHandler(Handler handler, JsonBinder binder) implements Handler {

  @Override
  public Json handle(HandlerCall call) throws Exception {
    return handler.handle(call.withBinder(binder));
  }

  @Override
  public Optional<String> downstream(HandlerCall call) throws Exception {
    return handler.downstream(call.withBinder(binder));
  }

  @Override
  public HandlerDescriptor descriptor() {
    return handler.descriptor();
  }
}
