package dev.pawl.handlers.text;

import dev.pawl.handlers.settings.HandlerSettings;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import dev.pawl.sdk.MessageTemplate;
import dev.pawl.sdk.OutboundConnection;
import dev.pawl.sdk.UnsentCallException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the settings of a call that sends a message to people. */
public final class MessageSettings {

  /** The error name of settings that have the wrong type or contradict each other. */
  public static final String CONFIG_INVALID = HandlerSettings.CONFIG_INVALID.name();

  private final HandlerCall call;
  private final Json settings;

  private MessageSettings(HandlerCall call) {
    this.call = call;
    this.settings = call.settings();
  }

  /** Returns the settings of a call. */
  public static MessageSettings of(HandlerCall call) {
    return new MessageSettings(call);
  }

  /** Returns a setting of any type; empty if it is absent or null. */
  public Optional<Json> value(String name) {
    return settings.get(name).filter(value -> !value.isNull());
  }

  /**
   * Returns a setting that is a string; empty if it is absent or null.
   *
   * @throws HandlerException {@code ConfigInvalid} if it is another type
   */
  public Optional<String> text(String name) throws HandlerException {
    Optional<Json> value = value(name);
    if (value.isPresent() && !(value.get() instanceof JsonString)) {
      throw invalid(name, "is of type %s; use a string".formatted(value.get().kind()));
    }
    return value.map(Json::asText);
  }

  /**
   * Returns the strings of a setting that is a string or an array of strings; none if it is absent
   * or null.
   */
  public List<String> texts(String name) throws HandlerException {
    Optional<Json> value = value(name);
    return value.isEmpty() ? List.of() : strings(name, value.get());
  }

  /**
   * Returns the strings at the path of the payload that a setting names; none if the setting is
   * absent.
   *
   * @param error the error name if the payload has no string there
   */
  public List<String> textsAt(String setting, String error) throws HandlerException {
    Optional<String> path = text(setting);
    if (path.isEmpty()) {
      return List.of();
    }
    Optional<Json> value;
    try {
      value = PayloadPath.find(call.input(), path.get());
    } catch (IllegalArgumentException e) {
      throw invalid(setting, String.valueOf(e.getMessage()));
    }
    if (value.isEmpty()) {
      throw new HandlerException(
          error,
          "%s: the payload has no value at %s; correct the path or the payload"
              .formatted(setting, path.get()));
    }
    return strings(setting + " " + path.get(), value.get());
  }

  private static List<String> strings(String name, Json value) throws HandlerException {
    List<Json> elements = value instanceof JsonArray array ? array.elements() : List.of(value);
    List<String> texts = new ArrayList<>();
    for (Json element : elements) {
      if (!(element instanceof JsonString)) {
        throw invalid(
            name,
            "has a value of type %s; use a string or an array of strings"
                .formatted(element.kind()));
      }
      texts.add(element.asText());
    }
    return texts;
  }

  /** Returns the data of the template: the setting {@code data}, otherwise the payload. */
  public Json data() {
    return value("data").orElse(PayloadPath.payload(call.input()));
  }

  /**
   * Returns the template that the setting {@code template} names; empty if the setting is absent.
   *
   * @throws HandlerException {@code TemplateError} if the tenant has no such template
   */
  public Optional<MessageTemplate> template() throws HandlerException {
    Optional<String> name = text("template");
    if (name.isEmpty()) {
      return Optional.empty();
    }
    Optional<MessageTemplate> template = call.services().template(name.get());
    if (template.isEmpty()) {
      throw new HandlerException(
          TemplateRenderer.TEMPLATE_ERROR,
          "template: there is no template %s; create it or correct the name".formatted(name.get()));
    }
    return template;
  }

  /**
   * Returns the connection that the setting {@code connection} names.
   *
   * @param defaultName name of the connection if the setting is absent
   * @param kinds the kinds of connection that the handler can use
   */
  public OutboundConnection connection(String defaultName, List<OutboundConnection.Kind> kinds)
      throws HandlerException {
    String name = text("connection").orElse(defaultName);
    OutboundConnection connection =
        call.services()
            .connection(name)
            .orElseThrow(
                () ->
                    invalid(
                        "connection",
                        "there is no connection %s; create it or correct the name"
                            .formatted(name)));
    if (!kinds.contains(connection.kind())) {
      throw invalid(
          "connection",
          "%s is of kind %s; use one of kind %s".formatted(name, connection.kind(), kinds));
    }
    return connection;
  }

  /** Returns a failure that names the setting and its problem. */
  public static HandlerException invalid(String name, String problem) {
    return new UnsentCallException(CONFIG_INVALID, name + ": " + problem);
  }

  /** Returns a string of the options or credentials of a connection; empty if it is absent. */
  public static Optional<String> option(JsonObject options, String name) {
    return options.get(name).filter(value -> !value.isNull()).map(Json::asText);
  }
}
