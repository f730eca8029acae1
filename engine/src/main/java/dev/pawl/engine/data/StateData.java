package dev.pawl.engine.data;

import dev.pawl.engine.expression.Budget;
import dev.pawl.engine.expression.Comparisons;
import dev.pawl.engine.expression.EvaluationTime;
import dev.pawl.engine.expression.ExpressionException;
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
 * The data that paths and expressions of a state can see.
 *
 * @param input the unprocessed input of the state
 * @param document the current meaning of {@code $}: the input, a result or an error
 * @param states members of {@code $states} other than input and context
 */
public record StateData(
    Json input,
    Json document,
    JsonObject states,
    Supplier<JsonObject> context,
    EvaluationScope around) {

  /** The data that does not change during a state: the variables and the source of time. */
  public record EvaluationScope(Map<String, Json> variables, EvaluationTime moment) {}

  public static StateData of(Json input, Supplier<JsonObject> context, EvaluationScope around) {
    return new StateData(input, input, JsonObject.EMPTY, context, around);
  }

  /** Returns a copy in which {@code $} is another value. */
  public StateData at(Json other) {
    return new StateData(input, other, states, context, around);
  }

  /** Returns a copy with a result as {@code $} and {@code $states.result}. */
  public StateData withResult(Json result) {
    return new StateData(input, result, states.with("result", result), context, around);
  }

  /** Returns a copy with an error as {@code $} and {@code $states.errorOutput}. */
  public StateData withError(Json error) {
    return new StateData(input, error, states.with("errorOutput", error), context, around);
  }

  /**
   * Evaluates a template.
   *
   * @param field the field of the template, for the error message
   * @throws DataException if the template has no value
   */
  public Json value(Template template, String field) {
    return switch (template) {
      case Template.Literal literal -> literal.value();
      case Template.Read read -> read(read.path(), field);
      case Template.Call call -> call(call, field);
      case Template.Expression expression -> expression(expression, field);
      case Template.Text text -> text(text.parts(), field);
      case Template.Secret secret ->
          throw new IllegalStateException("a secret has no value outside of Config");
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

  /**
   * Joins the values of the parts. The values are inserted literally; paths in them are not
   * evaluated.
   */
  private Json text(List<Template> parts, String field) {
    if (parts.size() == 1) {
      return value(parts.getFirst(), field);
    }
    StringBuilder text = new StringBuilder();
    parts.forEach(part -> text.append(value(part, field).asText()));
    return Json.of(text.toString());
  }

  /** Evaluates a field that is a literal, a path or an expression. */
  public Json field(Template template, String name) {
    return template instanceof Template.Read read
        ? read(read.path(), name + "Path")
        : value(template, name);
  }

  /**
   * Reads the value at a path.
   *
   * @throws DataException with {@code States.Runtime} if there is no value at the path
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

  /**
   * Creates the error of a state. The codes of JSONata are part of the cause, as on AWS; those of
   * paths are internal.
   */
  private static DataException failure(
      ExpressionException e, String error, String field, String source) {
    String name = e.code().equals("budget") ? ErrorName.BUDGET : error;
    String code = name.equals(ErrorName.QUERY_EVALUATION) ? e.code() + ": " : "";
    return new DataException(
        name, "'%s' of %s: %s%s".formatted(source, field, code, String.valueOf(e.getMessage())));
  }

  /** Returns true if the condition of a Choice rule or a Graph node is satisfied. */
  public boolean holds(Condition condition) {
    return switch (condition) {
      case Condition.And and -> and.all().stream().allMatch(this::holds);
      case Condition.Or or -> or.any().stream().anyMatch(this::holds);
      case Condition.Not not -> !holds(not.condition());
      case Condition.Compare compare -> compare(compare);
      case Condition.IsTrue holds -> {
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
