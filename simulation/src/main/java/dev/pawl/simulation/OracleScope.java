package dev.pawl.simulation;

import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Variables and context of a machine, and an evaluator for the paths and expressions that random
 * flows use.
 */
final class OracleScope {

  private static final String MATH = "States.MathAdd($.n, 1)";

  private final Map<String, Json> variables;
  private final JsonObject context;
  private final String execution;
  private final FrameId frame;
  private String state = "";
  private int visit;

  /** The scope of a root execution. */
  OracleScope(Map<String, Json> variables, JsonObject context) {
    this(variables, context, "", FrameId.ROOT);
  }

  private OracleScope(
      Map<String, Json> variables, JsonObject context, String execution, FrameId frame) {
    this.variables = new HashMap<>(variables);
    this.context = context;
    this.execution = execution;
    this.frame = frame;
  }

  /** Returns the scope of an inner machine: a copy, so that its assignments stay inside. */
  OracleScope inner(JsonObject innerContext, String child) {
    return new OracleScope(variables, innerContext, execution, frame.child(state, visit, child));
  }

  /** Returns the scope of a child execution, which sees no outer variables. */
  OracleScope child(JsonObject childContext, int number) {
    return new OracleScope(
        Map.of(), childContext, PredictedFlow.childPrefix(step(), number), FrameId.ROOT);
  }

  /** Enters a state. */
  void visit(String name) {
    state = name;
    visit++;
  }

  /** Returns the current step, preceded by the steps that started its execution. */
  String step() {
    return execution + new StepId(frame, visit);
  }

  JsonObject context() {
    return context;
  }

  void assign(Json template, Json input) {
    Map<String, Json> values = new LinkedHashMap<>();
    ((JsonObject) fill(template, input)).members().forEach(values::put);
    variables.putAll(values);
  }

  /** Evaluates Parameters, selectors, Assign and Output. */
  Json fill(Json template, Json input) {
    return switch (template) {
      case JsonObject object -> {
        Map<String, Json> filled = new LinkedHashMap<>();
        object
            .members()
            .forEach(
                (name, value) -> {
                  if (name.endsWith(".$")) {
                    filled.put(name.substring(0, name.length() - 2), at(value.asText(), input));
                  } else {
                    filled.put(name, fill(value, input));
                  }
                });
        yield JsonObject.of(filled);
      }
      case JsonArray array -> {
        List<Json> filled = new ArrayList<>();
        array.forEach(element -> filled.add(fill(element, input)));
        yield JsonArray.of(filled);
      }
      default ->
          template.asText().startsWith("{%") ? expression(template.asText(), input) : template;
    };
  }

  boolean isPresent(String path, Json input) {
    Json at = path.startsWith("$$") ? context : input;
    for (String name : path.substring(path.startsWith("$$") ? 3 : 2).split("\\.")) {
      if (at.get(name).isEmpty()) {
        return false;
      }
      at = at.get(name).get();
    }
    return true;
  }

  Json at(String path, Json input) {
    if (path.equals(MATH)) {
      return JsonNumber.of(number(input, "n") + 1);
    }
    if (path.equals("$")) {
      return input;
    }
    if (path.startsWith("$v")) {
      return variable(path.substring(1));
    }
    Json at = path.startsWith("$$.") ? context : input;
    String rest = path.substring(path.startsWith("$$.") ? 3 : 1);
    for (String name : rest.split("\\.")) {
      if (name.equals("[0]")) {
        at = at.get(0).orElseThrow();
      } else if (!name.isEmpty()) {
        at = at.get(name).orElseThrow();
      }
    }
    return at;
  }

  private Json expression(String text, Json input) {
    String code = text.substring(2, text.length() - 2).strip();
    if (code.startsWith("$v")) {
      return variable(code.substring(1));
    }
    return switch (code) {
      case "$states.result.n" -> input.get("n").orElseThrow();
      case "$states.input.n + 1" -> JsonNumber.of(number(input, "n") + 1);
      case "$merge([$states.input, {'n': ($states.input.n + 2) % 7}])" ->
          ((JsonObject) input).with("n", JsonNumber.of((number(input, "n") + 2) % 7));
      default -> throw new IllegalArgumentException(text);
    };
  }

  private Json variable(String name) {
    Json value = variables.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no variable " + name);
    }
    return value;
  }

  static long number(Json json, String name) {
    return ((JsonNumber) json.get(name).orElseThrow()).longValue();
  }
}
