package dev.pawl.triggers.binding;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.PathSyntaxException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import dev.pawl.sdk.JsonString;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Takes the input of an execution from the envelope of a trigger. A mapping is an object from
 * target paths ({@code order.id}) to JSONPath over the envelope, or one JSONPath whose value is the
 * whole input. A path that finds nothing gives null; written {@code !$.path} it is an error.
 */
public final class InputMapping {

  /** The maximum number of targets. */
  public static final int MAX_TARGETS = 200;

  /** The input is the envelope itself. */
  public static final InputMapping WHOLE_ENVELOPE =
      new InputMapping(Optional.of(new Source(Path.parse("$"), false)), Map.of());

  private record Source(Path path, boolean isRequired) {}

  private final Optional<Source> whole;
  private final Map<List<String>, Source> targets;

  private InputMapping(Optional<Source> whole, Map<List<String>, Source> targets) {
    this.whole = whole;
    this.targets = targets;
  }

  /**
   * Reads a mapping.
   *
   * @throws IllegalArgumentException if it is wrong; the message names the target and the path
   */
  public static InputMapping read(Json json) {
    if (json instanceof JsonString text) {
      return new InputMapping(Optional.of(source("", text)), Map.of());
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
    return new InputMapping(Optional.empty(), targets);
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

  /**
   * Returns the input.
   *
   * @throws ExpressionException if a required path finds nothing, or two targets contradict
   */
  public Json apply(Json envelope) {
    Budget budget = new Budget();
    if (whole.isPresent()) {
      return value(whole.get(), envelope, budget);
    }
    JsonObject input = JsonObject.EMPTY;
    for (Map.Entry<List<String>, Source> target : targets.entrySet()) {
      input = place(input, target.getKey(), value(target.getValue(), envelope, budget));
    }
    return input;
  }

  private static Json value(Source source, Json envelope, Budget budget) {
    List<Json> found = Paths.select(source.path(), envelope, budget);
    if (found.isEmpty() && source.isRequired()) {
      throw new ExpressionException(
          Paths.PATH, "the path %s finds nothing in the envelope".formatted(source.path()));
    }
    if (!source.path().isDefinite()) {
      return JsonArray.of(found);
    }
    return found.isEmpty() ? JsonNull.NULL : found.getFirst();
  }

  private static JsonObject place(JsonObject into, List<String> names, Json value) {
    String name = names.getFirst();
    if (names.size() == 1) {
      return into.with(name, value);
    }
    Json below = into.get(name).orElse(JsonObject.EMPTY);
    if (!(below instanceof JsonObject object)) {
      throw new ExpressionException(
          Paths.PATH, "inputMapping has both '%s' and a target below it".formatted(name));
    }
    return into.with(name, place(object, names.subList(1, names.size()), value));
  }
}
