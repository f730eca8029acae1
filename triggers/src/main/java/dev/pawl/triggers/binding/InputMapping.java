package dev.pawl.triggers.binding;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.path.PathMapping;
import dev.pawl.model.path.PathMapping.Source;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.Map;

/**
 * Takes the input of an execution from the envelope of a trigger. A mapping is an object from
 * target paths ({@code order.id}) to JSONPath over the envelope, or one JSONPath whose value is the
 * whole input. A path that finds nothing gives null; written {@code !$.path} it is an error.
 */
public final class InputMapping {

  /** The input is the envelope itself. */
  public static final InputMapping WHOLE_ENVELOPE = new InputMapping(PathMapping.IDENTITY);

  private final PathMapping mapping;

  private InputMapping(PathMapping mapping) {
    this.mapping = mapping;
  }

  /**
   * Reads a mapping.
   *
   * @throws IllegalArgumentException if it is wrong; the message names the target and the path
   */
  public static InputMapping read(Json json) {
    return new InputMapping(PathMapping.read(json));
  }

  /**
   * Returns the input.
   *
   * @throws ExpressionException if a required path finds nothing, or two targets contradict
   */
  public Json apply(Json envelope) {
    Budget budget = new Budget();
    if (mapping.whole().isPresent()) {
      return value(mapping.whole().get(), envelope, budget);
    }
    JsonObject input = JsonObject.EMPTY;
    for (Map.Entry<List<String>, Source> target : mapping.targets().entrySet()) {
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
