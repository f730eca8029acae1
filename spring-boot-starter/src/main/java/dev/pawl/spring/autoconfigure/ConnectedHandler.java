package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonBinder;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import java.util.Map;
import java.util.Optional;

/**
 * A handler whose calls find the connections of the application before those of the tenant.
 *
 * @param connections the connections of the application by name
 */
record ConnectedHandler(Handler handler, Map<String, OutboundConnection> connections)
    implements Handler {

  @Override
  public Json handle(HandlerCall call) throws Exception {
    return handler.handle(
        new HandlerCall(
            call.resource(),
            call.input(),
            call.config(),
            call.idempotencyKey(),
            call.attempt(),
            call.timeout(),
            call.taskToken(),
            call.origin(),
            new ConnectedServices(call.services(), connections)));
  }

  @Override
  public HandlerDescriptor descriptor() {
    return handler.descriptor();
  }

  /** The services of a call with the connections of the application. */
  private record ConnectedServices(
      CallServices services, Map<String, OutboundConnection> connections) implements CallServices {

    @Override
    public Optional<OutboundConnection> connection(String name) {
      return Optional.ofNullable(connections.get(name)).or(() -> services.connection(name));
    }

    @Override
    public void heartbeat() {
      services.heartbeat();
    }

    @Override
    public void progress(Json details) {
      services.progress(details);
    }

    @Override
    public void recordEffect(ExternalEffect effect) {
      services.recordEffect(effect);
    }

    @Override
    public Optional<String> secret(String name) {
      return services.secret(name);
    }

    @Override
    public Optional<MessageTemplate> template(String name) {
      return services.template(name);
    }

    @Override
    public String mask(String text) {
      return services.mask(text);
    }

    @Override
    public Json mask(Json value) {
      return services.mask(value);
    }

    @Override
    public JsonBinder binder() {
      return services.binder();
    }
  }
}
