package dev.pawl.engine.data;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.Comparisons;
import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.Moment;
import dev.pawl.engine.expression.intrinsic.Intrinsics;
import dev.pawl.engine.expression.jsonata.Jsonata;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.Condition;
import dev.pawl.model.ErrorName;
import dev.pawl.model.Operator;
import dev.pawl.model.Template;
import dev.pawl.model.path.Path;
import dev.pawl.model.path.Root;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What the paths and expressions of one state can see.
 *
 * @param input the state's input as it came
 * @param document what {@code $} means right now: the input, a result, an error
 * @param states what {@code $states} holds besides input and context
 */
public record Data(
    Json input,
    Json document,
    JsonObject states,
    Supplier<JsonObject> context,
    Surroundings around) {

  /** What does not change while a state is worked on. */
  public record Surroundings(Map<String, Json> variables, Moment moment) {}

  public static Data of(Json input, Supplier<JsonObject> context, Surroundings around) {
    return new Data(input, input, JsonObject.EMPTY, context, around);
  }

  /** The same with another meaning of {@code $}. */
  public Data at(Json other) {
    return new Data(input, other, states, context, around);
  }

  /** The same after a result has come: {@code $states.result}. */
  public Data withResult(Json result) {
    return new Data(input, result, states.with("result", result), context, around);
  }

  /** The same after an error: {@code $states.errorOutput}. */
  public Data withError(Json error) {
    return new Data(input, error, states.with("errorOutput", error), context, around);
  }

  /**
   * The value of a template.
   *
   * @param field where it stands, for the error message
   * @throws DataException if it has none
   */
  public Json value(Template template, String field) {
    return switch (template) {
      case Template.Literal literal -> literal.value();
      case Template.Read read -> read(read.path(), field);
      case Template.Call call -> call(call, field);
      case Template.Expression expression -> expression(expression, field);
      case Template.Text text -> text(text.parts(), field);
      case Template.Members members -> {
        Map<String, Json> values = new LinkedHashMap<>();
        members
            .members()
            .forEach((name, member) -> values.put(name, value(member, field + "/" + name)));
        yield JsonObject.of(values);
      }
      case Template.Elements elements -> {
        List<Json> values = new ArrayList<>();
        for (Template element : elements.elements()) {
          values.add(value(element, field + "[" + values.size() + "]"));
        }
        yield JsonArray.of(values);
      }
    };
  }

  /** Values are put in as they are: what looks like a path inside of them is not looked at. */
  private Json text(List<Template> parts, String field) {
    if (parts.size() == 1) {
      return value(parts.getFirst(), field);
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(value(part, field).asText()));
    return Json.of(text.toString());
  }

  /** The value of a field that is written out, read by a path, or computed by an expression. */
  public Json field(Template template, String name) {
    return template instanceof Template.Read read
        ? read(read.path(), name + "Path")
        : value(template, name);
  }

  /**
   * The value that a path leads to.
   *
   * @throws DataException with {@code States.Runtime} if it leads nowhere
   */
  public Json read(Path path, String field) {
    try {
      return Paths.read(path, root(path), new Budget());
    } catch (ExpressionException e) {
      throw failure(e, ErrorName.RUNTIME, field, path.source());
    }
  }

  private Json call(Template.Call call, String field) {
    Budget budget = new Budget();
    try {
      return Intrinsics.evaluate(
          call.call(), path -> Paths.read(path, root(path), budget), around.moment(), budget);
    } catch (ExpressionException e) {
      throw failure(e, ErrorName.INTRINSIC, field, call.call().source());
    }
  }

  private Json expression(Template.Expression template, String field) {
    Map<String, Json> variables = new HashMap<>(around.variables());
    variables.put("states", states.with("input", input).with("context", context.get()));
    Optional<Json> value;
    try {
      value =
          Jsonata.evaluate(
              template.expression(), Optional.empty(), variables, around.moment(), new Budget());
    } catch (ExpressionException e) {
      throw failure(e, ErrorName.QUERY_EVALUATION, field, template.expression().source());
    }
    return value.orElseThrow(
        () ->
            new DataException(
                ErrorName.QUERY_EVALUATION,
                "the JSONata expression '%s' of %s has no value"
                    .formatted(template.expression().source(), field)));
  }

  private Json root(Path path) {
    return switch (path.root()) {
      case Root.Input input -> document;
      case Root.Context here -> context.get();
      case Root.Variable variable -> {
        Json value = around.variables().get(variable.name());
        if (value == null) {
          throw new ExpressionException(
              "path", "there is no variable '%s'".formatted(variable.name()));
        }
        yield value;
      }
    };
  }

  /** The codes of JSONata are part of the cause, as on AWS; those of paths are our own. */
  private static DataException failure(
      ExpressionException e, String error, String field, String source) {
    String name = e.code().equals("budget") ? ErrorName.BUDGET : error;
    String code = name.equals(ErrorName.QUERY_EVALUATION) ? e.code() + ": " : "";
    return new DataException(
        name, "'%s' of %s: %s%s".formatted(source, field, code, String.valueOf(e.getMessage())));
  }

  /** Whether a Choice rule or a guard holds. */
  public boolean holds(Condition condition) {
    return switch (condition) {
      case Condition.And and -> and.all().stream().allMatch(this::holds);
      case Condition.Or or -> or.any().stream().anyMatch(this::holds);
      case Condition.Not not -> !holds(not.condition());
      case Condition.Compare compare -> compare(compare);
      case Condition.Holds holds -> {
        Json value = value(holds.expression(), "Condition");
        if (!(value instanceof JsonBool truth)) {
          throw new DataException(
              ErrorName.QUERY_EVALUATION, "Condition must be true or false but is " + value);
        }
        yield truth.value();
      }
    };
  }

  private boolean compare(Condition.Compare compare) {
    if (compare.operator() == Operator.IS_PRESENT) {
      return isPresent(compare.variable()) == ((JsonBool) literal(compare)).value();
    }
    Json actual = read(compare.variable(), "Variable");
    Json operand =
        compare.operand() instanceof Template.Read read
            ? read(read.path(), compare.operator().toString())
            : literal(compare);
    return Comparisons.test(compare.operator(), actual, operand);
  }

  private static Json literal(Condition.Compare compare) {
    return ((Template.Literal) compare.operand()).value();
  }

  private boolean isPresent(Path path) {
    if (path.root() instanceof Root.Variable variable
        && !around.variables().containsKey(variable.name())) {
      return false;
    }
    return !Paths.select(path, root(path), new Budget()).isEmpty();
  }
}
