package dev.pawl.spring.autoconfigure;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.OutboundConnection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of the built-in handlers: what they may reach, and named connections.
 *
 * @param egress what handlers may reach
 * @param connections connections by name; they hide stored ones of the same name
 */
@ConfigurationProperties("pawl")
public record PawlOutboundProperties(
    @DefaultValue Egress egress, @DefaultValue Map<String, Connection> connections) {

  /**
   * What handlers may reach besides public addresses on the usual ports.
   *
   * @param hosts the only hosts that may be called; empty: any
   * @param privateRanges networks that may be called although they are not public
   * @param ports ports that may be called in addition to those of the protocol
   */
  public record Egress(
      @DefaultValue Set<String> hosts,
      @DefaultValue Set<String> privateRanges,
      @DefaultValue Set<Integer> ports) {}

  /**
   * A connection to another system.
   *
   * @param kind the protocol
   * @param address URL of kind HTTP; {@code host:port} of the other kinds
   * @param tls how it is encrypted; HTTP follows its URL
   * @param auth credentials by kind, such as {@code user} and {@code password}
   * @param options further settings by kind, such as {@code from} of mails
   * @param operations calls of kind HTTP by name, each a method and a path such as {@code POST
   *     /accounts/{account}/charges}
   * @param allowPrivate whether the address may be in a private network
   */
  public record Connection(
      OutboundConnection.Kind kind,
      String address,
      @DefaultValue("none") OutboundConnection.Tls tls,
      @DefaultValue Map<String, String> auth,
      @DefaultValue Map<String, String> options,
      @DefaultValue Map<String, String> operations,
      @DefaultValue("false") boolean allowPrivate) {

    OutboundConnection named(String name) {
      Map<String, OutboundConnection.ConnectionOperation> calls = new LinkedHashMap<>();
      operations.forEach((operation, call) -> calls.put(operation, operation(name, call)));
      return new OutboundConnection(
          name, kind, address, tls, object(auth), calls, object(options), allowPrivate);
    }

    private static OutboundConnection.ConnectionOperation operation(String name, String call) {
      int space = call.indexOf(' ');
      if (space < 1) {
        throw new IllegalArgumentException(
            "pawl.connections.%s.operations: '%s' is not a method and a path; write it like POST /charges"
                .formatted(name, call));
      }
      return new OutboundConnection.ConnectionOperation(
          call.substring(0, space), call.substring(space + 1).strip());
    }

    private static JsonObject object(Map<String, String> texts) {
      JsonObject object = JsonObject.EMPTY;
      for (Map.Entry<String, String> text : texts.entrySet()) {
        object = object.with(text.getKey(), Json.of(text.getValue()));
      }
      return object;
    }
  }

  /** Returns the connections by name. */
  Map<String, OutboundConnection> outboundConnections() {
    Map<String, OutboundConnection> all = new LinkedHashMap<>();
    connections.forEach((name, connection) -> all.put(name, connection.named(name)));
    return Map.copyOf(all);
  }
}
