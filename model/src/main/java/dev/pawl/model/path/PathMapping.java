package dev.pawl.model.path;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping from one JSON value to another: an object from target paths ({@code order.id}) to
 * JSONPaths, or one JSONPath for the whole value.
 *
 * @param whole the path of the whole value; empty if there are targets
 * @param targets the path of each target, by the names on the way to it
 */
public record PathMapping(Optional<Source> whole, Map<List<String>, Source> targets) {

  /** The maximum number of targets. */
  public static final int MAX_TARGETS = 200;

  /** A mapping to the value itself. */
  public static final PathMapping IDENTITY =
      new PathMapping(Optional.of(new Source(Path.parse("$"), false)), Map.of());

  /**
   * Where a value comes from.
   *
   * @param isRequired true if the path has to find something; it is written with {@code !} first
   */
  public record Source(Path path, boolean isRequired) {}

  /**
   * Reads a mapping.
   *
   * @throws IllegalArgumentException if it is wrong; the message names the target and the path
   */
  public static PathMapping read(Json json) {
    if (json instanceof JsonString text) {
      return new PathMapping(Optional.of(source("", text)), Map.of());
    }
    if (!(json instanceof JsonObject object)) {
      throw new IllegalArgumentException(
          "inputMapping: must be a path or an object of paths, got a " + json.kind());
    }
    if (object.members().size() > MAX_TARGETS) {
      throw new IllegalArgumentException(
          "inputMapping: has %d targets; at most %d are allowed"
              .formatted(object.members().size(), MAX_TARGETS));
    }
    Map<List<String>, Source> targets = new LinkedHashMap<>();
    object
        .members()
        .forEach((target, path) -> targets.put(target(target), source("." + target, path)));
    return new PathMapping(Optional.empty(), targets);
  }

  private static List<String> target(String text) {
    List<String> names = List.of(text.split("\\.", -1));
    if (names.stream().anyMatch(String::isBlank)) {
      throw new IllegalArgumentException(
          "inputMapping: the target '%s' must be names separated by dots, such as order.id"
              .formatted(text));
    }
    return names;
  }

  private static Source source(String field, Json json) {
    if (!(json instanceof JsonString text)) {
      throw new IllegalArgumentException(
          "inputMapping%s: must be a path such as $.event.payload, got a %s"
              .formatted(field, json.kind()));
    }
    boolean isRequired = text.asText().startsWith("!");
    try {
      return new Source(Path.parse(text.asText().substring(isRequired ? 1 : 0)), isRequired);
    } catch (PathSyntaxException e) {
      throw new IllegalArgumentException(
          "inputMapping%s: '%s' is no path such as $.event.payload: %s"
              .formatted(field, text.asText(), e.getMessage()),
          e);
    }
  }
}
