package dev.pawl.handlers.message;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.CallServices;
import dev.pawl.sdk.ExternalEffect;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Calls of handlers by a tenant with some connections and templates. */
public final class MessageCalls implements CallServices {

  private final Map<String, OutboundConnection> connections = new HashMap<>();
  private final Map<String, MessageTemplate> templates = new HashMap<>();
  private final List<ExternalEffect> effects = new ArrayList<>();

  /** Adds a connection to a server on this machine. */
  public MessageCalls with(
      String name,
      OutboundConnection.Kind kind,
      String address,
      OutboundConnection.Tls tls,
      String auth,
      String options) {
    return with(
        new OutboundConnection(
            name,
            kind,
            address,
            tls,
            (JsonObject) Json.parse(auth),
            Map.of(),
            (JsonObject) Json.parse(options),
            true));
  }

  public MessageCalls with(OutboundConnection connection) {
    connections.put(connection.name(), connection);
    return this;
  }

  public MessageCalls with(MessageTemplate template) {
    templates.put(template.name(), template);
    return this;
  }

  /** Returns a call with these settings and input. */
  public HandlerCall call(String config, String input) {
    return call(config, input, Duration.ofSeconds(20));
  }

  public HandlerCall call(String config, String input, Duration timeout) {
    return new HandlerCall(
        "X",
        Json.parse(input),
        Optional.of(Json.parse(config)),
        "0190-key.1~2",
        1,
        Optional.of(timeout),
        Optional.empty(),
        CallOrigin.UNKNOWN,
        this);
  }

  public List<ExternalEffect> effects() {
    return List.copyOf(effects);
  }

  @Override
  public void recordEffect(ExternalEffect effect) {
    effects.add(effect);
  }

  @Override
  public Optional<OutboundConnection> connection(String name) {
    return Optional.ofNullable(connections.get(name));
  }

  @Override
  public Optional<MessageTemplate> template(String name) {
    return Optional.ofNullable(templates.get(name));
  }
}
