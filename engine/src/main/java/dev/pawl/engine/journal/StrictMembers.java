package dev.pawl.engine.journal;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads the members of a JSON object strictly: a wrong type or an unknown member is an error. */
final class StrictMembers {

  private final String what;
  private final JsonObject object;
  private final Set<String> taken = new HashSet<>();

  private StrictMembers(String what, JsonObject object) {
    this.what = what;
    this.object = object;
  }

  static StrictMembers of(String what, Json json) {
    if (json instanceof JsonObject object) {
      return new StrictMembers(what, object);
    }
    throw new UnreadableFactException(what + " must be an object but is " + json.kind());
  }

  Optional<Json> find(String name) {
    taken.add(name);
    return object.get(name);
  }

  Json json(String name) {
    return find(name)
        .orElseThrow(() -> new UnreadableFactException(what + " has no '" + name + "'"));
  }

  String text(String name) {
    return kind(name, JsonString.class, "a string").value();
  }

  boolean bool(String name) {
    return kind(name, JsonBool.class, "true or false").value();
  }

  JsonObject object(String name) {
    return kind(name, JsonObject.class, "an object");
  }

  List<Json> list(String name) {
    return kind(name, JsonArray.class, "an array").elements();
  }

  long whole(String name) {
    JsonNumber number = kind(name, JsonNumber.class, "a number");
    return converted(name, number, n -> n.decimalValue().longValueExact());
  }

  int count(String name) {
    return converted(name, whole(name), Math::toIntExact);
  }

  Instant time(String name) {
    return converted(name, text(name), Instant::parse);
  }

  Duration duration(String name) {
    JsonNumber seconds = kind(name, JsonNumber.class, "a number");
    return converted(
        name, seconds, n -> Duration.ofNanos(n.decimalValue().movePointRight(9).longValueExact()));
  }

  /** Parses the text of a member. */
  <T> T parsed(String name, Function<String, T> parser) {
    return converted(name, text(name), parser);
  }

  /**
   * Checks that all members were read; must be called last. A newer release may have written
   * others.
   */
  void end() {
    for (String name : object.members().keySet()) {
      if (!taken.contains(name)) {
        throw new UnreadableFactException(what + " has '" + name + "', which is not known here");
      }
    }
  }

  private <T extends Json> T kind(String name, Class<T> type, String wanted) {
    Json value = json(name);
    if (type.isInstance(value)) {
      return type.cast(value);
    }
    throw wrong(name, "must be " + wanted + " but is " + value.kind());
  }

  private <A, B> B converted(String name, A value, Function<A, B> conversion) {
    try {
      return conversion.apply(value);
    } catch (IllegalArgumentException | ArithmeticException | DateTimeException e) {
      throw wrong(name, "cannot be " + value);
    }
  }

  private UnreadableFactException wrong(String name, String problem) {
    return new UnreadableFactException("'%s' of %s %s".formatted(name, what, problem));
  }
}
