package dev.pawl.handlers.settings;

import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import dev.pawl.sdk.UnsentCallException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings of one handler call. Every method fails with {@code ConfigInvalid} if a setting has
 * the wrong type; messages never repeat values, which may be secrets. The value {@code null} counts
 * as missing.
 */
public record HandlerSettings(JsonObject values) {

  /** Settings that a handler cannot work with. */
  public static final HandlerError CONFIG_INVALID =
      new HandlerError("ConfigInvalid", "A setting is missing or has a wrong value.", false);

  /** Returns the settings of a call. */
  public static HandlerSettings of(HandlerCall call) throws HandlerException {
    if (call.settings() instanceof JsonObject values) {
      return new HandlerSettings(values);
    }
    throw invalid("Config: a %s is no settings; write an object".formatted(call.settings().kind()));
  }

  /** Returns a setting of any type. */
  public Optional<Json> value(String name) {
    return values.get(name).filter(value -> !value.isNull());
  }

  /** Returns a text; numbers are accepted as text. */
  public Optional<String> text(String name) throws HandlerException {
    Optional<Json> value = value(name);
    if (value.isEmpty()) {
      return Optional.empty();
    }
    return switch (value.get()) {
      case JsonString text -> Optional.of(text.value());
      case JsonNumber number -> Optional.of(number.toString());
      case Json other -> throw wrongType(name, other, "a text");
    };
  }

  /** Returns a text that must be there and not empty. */
  public String requiredText(String name) throws HandlerException {
    return text(name)
        .filter(text -> !text.isEmpty())
        .orElseThrow(() -> invalid(name + ": is missing; write a text"));
  }

  /** Returns a text that is one of a few. */
  public String choice(String name, String standard, List<String> allowed) throws HandlerException {
    String chosen = text(name).orElse(standard);
    if (!allowed.contains(chosen)) {
      throw invalid("%s: '%s' is not allowed; use one of %s".formatted(name, chosen, allowed));
    }
    return chosen;
  }

  /** Returns an object; an empty one if it is missing. */
  public HandlerSettings object(String name) throws HandlerException {
    Optional<Json> value = value(name);
    if (value.isEmpty()) {
      return new HandlerSettings(JsonObject.EMPTY);
    }
    if (value.get() instanceof JsonObject object) {
      return new HandlerSettings(object);
    }
    throw wrongType(name, value.get(), "an object");
  }

  /** Returns the texts of an object by name; numbers and booleans are accepted as text. */
  public Map<String, String> texts(String name) throws HandlerException {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : object(name).values().members().entrySet()) {
      switch (member.getValue()) {
        case JsonString text -> texts.put(member.getKey(), text.value());
        case JsonNumber number -> texts.put(member.getKey(), number.toString());
        case JsonBool bool -> texts.put(member.getKey(), bool.toString());
        case Json other when other.isNull() -> {}
        case Json other -> throw wrongType(name + "." + member.getKey(), other, "a text");
      }
    }
    return texts;
  }

  /** Returns a whole number within bounds. */
  public int number(String name, int standard, int min, int max) throws HandlerException {
    Optional<Json> value = value(name);
    if (value.isEmpty()) {
      return standard;
    }
    if (value.get() instanceof JsonNumber number
        && number.isLong()
        && number.longValue() >= min
        && number.longValue() <= max) {
      return (int) number.longValue();
    }
    throw invalid(
        "%s: %s is not allowed; write a whole number from %d to %d"
            .formatted(name, value.get(), min, max));
  }

  /** Returns the elements of an array, or the value itself as the only element. */
  public List<Json> list(String name) {
    return value(name)
        .map(value -> value instanceof JsonArray array ? array.elements() : List.of(value))
        .orElse(List.of());
  }

  /** Returns a failure that says what is wrong with the settings. */
  public static HandlerException invalid(String cause) {
    return new UnsentCallException(CONFIG_INVALID.name(), cause);
  }

  private static HandlerException wrongType(String name, Json value, String wanted) {
    return invalid("%s: a %s is not allowed; write %s".formatted(name, value.kind(), wanted));
  }
}
