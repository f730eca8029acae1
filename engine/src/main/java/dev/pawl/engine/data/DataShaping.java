package dev.pawl.engine.data;

import dev.pawl.engine.expression.ExpressionException;
import dev.pawl.engine.expression.path.Paths;
import dev.pawl.model.Catcher;
import dev.pawl.model.ErrorName;
import dev.pawl.model.QueryLanguage;
import dev.pawl.model.ResultPath;
import dev.pawl.model.Shaping;
import dev.pawl.model.Template;
import dev.pawl.model.path.Path;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Computes the input and the output of a state, in the order that the language prescribes. */
public final class DataShaping {

  private DataShaping() {}

  /** The output of a state and the variables that it assigns. */
  public record Shaped(Json output, Map<String, Json> assigned) {}

  /** Returns the effective input: applies InputPath and Parameters, or Arguments. */
  public static Json input(Shaping shaping, StateData data) {
    Json effective =
        switch (shaping) {
          case Shaping.Paths paths -> {
            Json selected = select(paths.inputPath(), data, "InputPath");
            yield paths
                .parameters()
                .map(parameters -> data.at(selected).value(parameters, "Parameters"))
                .orElse(selected);
          }
          case Shaping.Expressions expressions ->
              expressions
                  .arguments()
                  .map(arguments -> data.value(arguments, "Arguments"))
                  .orElse(data.input());
        };
    return Limits.checked(effective, "the effective input of the state");
  }

  /** Returns the settings of a handler: Config, evaluated on the input after InputPath. */
  public static Json config(Template config, Shaping shaping, StateData data) {
    return switch (shaping) {
      case Shaping.Paths paths ->
          ConfigValues.of(config, data.at(select(paths.inputPath(), data, "InputPath")));
      case Shaping.Expressions expressions -> ConfigValues.of(config, data);
    };
  }

  /** Returns the settings of a handler: Config, evaluated on the whole input. */
  public static Json config(Template config, StateData data) {
    return ConfigValues.of(config, data);
  }

  /**
   * Returns the output and the assigned variables: applies ResultSelector, ResultPath and
   * OutputPath, or Output, and Assign.
   */
  public static Shaped result(Shaping shaping, StateData data, Json raw) {
    return switch (shaping) {
      case Shaping.Paths paths -> {
        Json result =
            paths
                .resultSelector()
                .map(selector -> data.at(raw).value(selector, "ResultSelector"))
                .orElse(raw);
        Json combined = combine(paths.resultPath(), data.input(), result);
        yield shaped(
            select(paths.outputPath(), data.at(combined), "OutputPath"),
            assign(paths.assign(), data.at(result)));
      }
      case Shaping.Expressions expressions -> {
        StateData after = data.withResult(raw);
        yield shaped(
            expressions.output().map(output -> after.value(output, "Output")).orElse(raw),
            assign(expressions.assign(), after));
      }
    };
  }

  /** Returns the output of a state without a result of its own: its input, shaped by its fields. */
  public static Shaped passOn(Shaping shaping, StateData data) {
    return switch (shaping) {
      case Shaping.Paths paths -> result(paths, data, input(paths, data));
      case Shaping.Expressions expressions ->
          shaped(
              expressions.output().map(output -> data.value(output, "Output")).orElse(data.input()),
              assign(expressions.assign(), data));
    };
  }

  /** Returns the output of a Choice rule: that of its own fields, or else the input. */
  public static Shaped chosen(
      Shaping shaping, Map<String, Template> assign, Optional<Template> output, StateData data) {
    return switch (shaping) {
      case Shaping.Paths paths -> {
        Json selected = select(paths.inputPath(), data, "InputPath");
        yield shaped(
            select(paths.outputPath(), data.at(selected), "OutputPath"),
            assign(assign, data.at(selected)));
      }
      case Shaping.Expressions expressions ->
          shaped(
              output.map(template -> data.value(template, "Output")).orElse(data.input()),
              assign(assign, data));
    };
  }

  /** Returns the output of a catcher. */
  public static Shaped caught(Catcher catcher, QueryLanguage language, StateData data, Json error) {
    StateData after = data.withError(error);
    Json output =
        switch (language) {
          case JSONPATH -> combine(catcher.resultPath(), data.input(), error);
          case JSONATA ->
              catcher.output().map(template -> after.value(template, "Output")).orElse(error);
        };
    return shaped(output, assign(catcher.assign(), after));
  }

  private static Shaped shaped(Json output, Map<String, Json> assigned) {
    return new Shaped(Limits.checked(output, "the output of the state"), assigned);
  }

  private static Json select(Optional<Path> path, StateData data, String field) {
    if (path.isEmpty()) {
      return JsonObject.EMPTY;
    }
    return path.get().source().equals("$") ? data.document() : data.read(path.get(), field);
  }

  private static Json combine(ResultPath resultPath, Json input, Json result) {
    return switch (resultPath) {
      case ResultPath.Discard discard -> input;
      case ResultPath.At at -> {
        try {
          yield Paths.write(at.path(), input, result);
        } catch (ExpressionException e) {
          throw new DataException(ErrorName.RESULT_PATH, String.valueOf(e.getMessage()));
        }
      }
    };
  }

  private static Map<String, Json> assign(Map<String, Template> assign, StateData data) {
    if (assign.isEmpty()) {
      return Map.of();
    }
    Map<String, Json> assigned = new LinkedHashMap<>();
    assign.forEach((name, template) -> assigned.put(name, data.value(template, "Assign/" + name)));
    return assigned;
  }
}
