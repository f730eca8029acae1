package dev.pawl.postgres.outbound;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * References to secrets in texts, written as <code>{{ secret('name') }}</code>. They are replaced
 * in a single pass: a value that looks like a reference stays as it is.
 */
public final class AuthReferences {

  private static final Pattern REFERENCE =
      Pattern.compile("\\{\\{\\s*secret\\(\\s*(?:'([^'{}]*)'|\"([^\"{}]*)\")\\s*\\)\\s*}}");

  private static final String OPENING = "{{";

  private AuthReferences() {}

  /** Returns the names of all secrets that a value refers to. */
  public static Set<String> names(Json value) {
    Set<String> names = new TreeSet<>();
    replace(
        value,
        name -> {
          names.add(name);
          return "";
        });
    return names;
  }

  /** Returns true if a text refers to a secret. */
  public static boolean isReference(String text) {
    return REFERENCE.matcher(text).find();
  }

  /** Returns the first template in a value that is not a reference to a secret, such as a typo. */
  public static Optional<String> otherTemplate(Json value) {
    Json rest = replace(value, name -> "");
    return firstText(rest);
  }

  private static Optional<String> firstText(Json value) {
    return switch (value) {
      case JsonString text -> Optional.of(text.asText()).filter(it -> it.contains(OPENING));
      case JsonArray array ->
          array.elements().stream().flatMap(one -> firstText(one).stream()).findFirst();
      case JsonObject object ->
          object.members().values().stream().flatMap(one -> firstText(one).stream()).findFirst();
      case JsonNumber number -> Optional.empty();
      case JsonBool bool -> Optional.empty();
      case JsonNull none -> Optional.empty();
    };
  }

  /** Returns the value with all references replaced by the values of the secrets. */
  public static Json replace(Json value, UnaryOperator<String> secrets) {
    return switch (value) {
      case JsonString text -> Json.of(replaceText(text.asText(), secrets));
      case JsonArray array ->
          JsonArray.of(array.elements().stream().map(one -> replace(one, secrets)).toList());
      case JsonObject object -> replaceMembers(object, secrets);
      case JsonNumber number -> number;
      case JsonBool bool -> bool;
      case JsonNull none -> none;
    };
  }

  /** Returns the object with all references in its members replaced. */
  public static JsonObject replaceMembers(JsonObject object, UnaryOperator<String> secrets) {
    Map<String, Json> members = new LinkedHashMap<>();
    object.members().forEach((name, value) -> members.put(name, replace(value, secrets)));
    return JsonObject.of(members);
  }

  private static String replaceText(String text, UnaryOperator<String> secrets) {
    return REFERENCE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(secrets.apply(name(found))));
  }

  private static String name(MatchResult found) {
    return found.group(1) != null ? found.group(1) : found.group(2);
  }
}
