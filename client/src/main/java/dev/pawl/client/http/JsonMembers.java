package dev.pawl.client.http;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads members of JSON objects; a member that is null counts as absent. */
public final class JsonMembers {

  private JsonMembers() {}

  public static Optional<Json> value(Json object, String name) {
    return object.get(name).filter(value -> !value.isNull());
  }

  public static Optional<String> text(Json object, String name) {
    return value(object, name).map(Json::asText);
  }

  /** Returns a text that is always there; empty if it is not. */
  public static String textOrEmpty(Json object, String name) {
    return text(object, name).orElse("");
  }

  public static Optional<Long> number(Json object, String name) {
    return value(object, name).map(Json::asLong);
  }

  /** Returns a number that is always there; 0 if it is not. */
  public static long numberOrZero(Json object, String name) {
    return number(object, name).orElse(0L);
  }

  public static boolean flag(Json object, String name) {
    return object.get(name).filter(Json::isTrue).isPresent();
  }

  public static Optional<Instant> time(Json object, String name) {
    return text(object, name).map(Instant::parse);
  }

  /** Returns a time that is always there; the epoch if it is not. */
  public static Instant timeOrEpoch(Json object, String name) {
    return time(object, name).orElse(Instant.EPOCH);
  }

  /** Returns the elements of an array; none of anything else. */
  public static List<Json> list(Json object, String name) {
    return object.get(name).map(JsonMembers::elements).orElse(List.of());
  }

  /** Returns the items of a page, or the elements of a bare array. */
  public static List<Json> elements(Json page) {
    Json items = page.get("items").orElse(page);
    return items instanceof JsonArray array ? array.elements() : List.of();
  }

  public static List<String> texts(Json object, String name) {
    return list(object, name).stream().map(Json::asText).toList();
  }

  public static Map<String, String> map(Json object, String name) {
    Map<String, String> map = new LinkedHashMap<>();
    object
        .get(name)
        .filter(JsonObject.class::isInstance)
        .map(JsonObject.class::cast)
        .ifPresent(
            members -> members.members().forEach((key, value) -> map.put(key, value.asText())));
    return map;
  }
}
