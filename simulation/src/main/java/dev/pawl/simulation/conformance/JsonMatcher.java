package dev.pawl.simulation.conformance;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Compares a value with a recorded one that may contain wildcards. */
final class JsonMatcher {

  private static final String ANY = "@any@";
  private static final String OPTIONAL = "@optional@";

  private JsonMatcher() {}

  /** Returns the first difference, if any. */
  static Optional<String> difference(String at, Json expected, Json actual) {
    return switch (expected) {
      case JsonString(String text) when text.equals(ANY) || text.equals(OPTIONAL) ->
          Optional.empty();
      case JsonString(String text) when text.contains(ANY) ->
          actual instanceof JsonString(String other) && pattern(text).matcher(other).matches()
              ? Optional.empty()
              : differs(at, expected, actual);
      case JsonObject object when actual instanceof JsonObject other -> members(at, object, other);
      case JsonArray array when actual instanceof JsonArray other -> elements(at, array, other);
      default -> expected.equals(actual) ? Optional.empty() : differs(at, expected, actual);
    };
  }

  private static Optional<String> members(String at, JsonObject expected, JsonObject actual) {
    Set<String> names = new HashSet<>(expected.members().keySet());
    names.addAll(actual.members().keySet());
    for (String name : names) {
      Optional<Json> wanted = expected.get(name);
      Optional<Json> found = actual.get(name);
      if (wanted.isEmpty()) {
        return Optional.of(at + "/" + name + " should not be there: " + found.orElseThrow());
      }
      if (found.isEmpty() && !wanted.get().equals(Json.of(OPTIONAL))) {
        return Optional.of(at + "/" + name + " is missing");
      }
      if (found.isPresent()) {
        Optional<String> inside = difference(at + "/" + name, wanted.get(), found.get());
        if (inside.isPresent()) {
          return inside;
        }
      }
    }
    return Optional.empty();
  }

  private static Optional<String> elements(String at, JsonArray expected, JsonArray actual) {
    if (expected.length() != actual.length()) {
      return differs(at, expected, actual);
    }
    for (int i = 0; i < expected.length(); i++) {
      Optional<String> inside =
          difference(at + "/" + i, expected.elements().get(i), actual.elements().get(i));
      if (inside.isPresent()) {
        return inside;
      }
    }
    return Optional.empty();
  }

  private static Optional<String> differs(String at, Json expected, Json actual) {
    return Optional.of(at + ": expected " + expected + " but was " + actual);
  }

  private static Pattern pattern(String text) {
    String[] parts = text.split(ANY, -1);
    StringBuilder regex = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      regex.append(i > 0 ? ".*" : "").append(Pattern.quote(parts[i]));
    }
    return Pattern.compile(regex.toString(), Pattern.DOTALL);
  }
}
