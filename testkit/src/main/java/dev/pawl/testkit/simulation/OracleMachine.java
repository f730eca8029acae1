package dev.pawl.testkit.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.simulation.Oracle.Undecided;
import dev.pawl.testkit.simulation.Oracle.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What becomes of a machine, state by state. */
final class OracleMachine {

  /** What a state leads to: a value to go on with and where, or an error. */
  private record Left(Json value, Optional<String> next) {}

  /** An error that nobody has caught. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final String name;

    Failed(String name) {
      super(name, null, false, false);
      this.name = name;
    }
  }

  private final boolean events;
  private final OracleForks forks = new OracleForks(this);

  /**
   * @param events some may arrive, nobody knows when
   */
  OracleMachine(boolean events) {
    this.events = events;
  }

  Verdict run(JsonObject machine, Json input, OracleScope scope) {
    Optional<String> at = Optional.of(machine.get("StartAt").orElseThrow().asText());
    Json value = input;
    try {
      while (at.isPresent()) {
        JsonObject state =
            (JsonObject) machine.get("States").orElseThrow().get(at.get()).orElseThrow();
        Left left = visit(state, value, scope);
        value = left.value();
        at = left.next();
      }
      return new Verdict.Output(value);
    } catch (Failed e) {
      return new Verdict.Error(told(e.name));
    }
  }

  static String told(String error) {
    return error.equals("States.HeartbeatTimeout") ? "States.Timeout" : error;
  }

  private Left visit(JsonObject state, Json input, OracleScope scope) {
    try {
      return switch (text(state, "Type")) {
        case "Pass" -> pass(state, input, scope);
        case "Succeed" -> new Left(input, Optional.empty());
        case "Fail" -> throw new Failed(text(state, "Error"));
        case "Choice" -> new Left(input, Optional.of(choose(state, input, scope)));
        case "Wait" -> waitFor(state, input);
        case "Human" -> human(state, input);
        case "Task" -> shaped(state, input, task(state, input, scope), scope);
        case "Parallel" -> shaped(state, input, forks.parallel(state, input, scope), scope);
        case "Map" -> shaped(state, input, forks.map(state, input, scope), scope);
        case "Graph" -> shaped(state, input, forks.graph(state, input, scope), scope);
        default -> throw new IllegalArgumentException(state.toString());
      };
    } catch (Failed e) {
      return caught(state, input, e);
    }
  }

  private static Left caught(JsonObject state, Json input, Failed error) {
    for (Json catcher : list(state, "Catch")) {
      if (matches(catcher, error.name)) {
        JsonObject told = JsonObject.of("Error", Json.of(told(error.name)));
        return new Left(
            ((JsonObject) input).with("error", told), catcher.get("Next").map(Json::asText));
      }
    }
    throw error;
  }

  private static boolean matches(Json handler, String error) {
    boolean timeout = error.equals("States.Timeout") || error.equals("States.HeartbeatTimeout");
    for (Json listed : (JsonArray) handler.get("ErrorEquals").orElseThrow()) {
      boolean meant =
          switch (listed.asText()) {
            case "States.ALL" -> true;
            case "States.TaskFailed" -> !timeout;
            case "States.Timeout" -> timeout;
            default -> listed.asText().equals(error);
          };
      if (meant) {
        return true;
      }
    }
    return false;
  }

  private static Left pass(JsonObject state, Json input, OracleScope scope) {
    if (state.has("Output")) {
      Json output = scope.fill(state.get("Output").get(), input);
      return new Left(output, next(state));
    }
    Json result =
        state
            .get("Result")
            .orElseGet(() -> state.get("Parameters").map(t -> scope.fill(t, input)).orElse(input));
    return shaped(state, input, result, scope);
  }

  /** ResultSelector, ResultPath, Assign. */
  private static Left shaped(JsonObject state, Json input, Json raw, OracleScope scope) {
    if (state.get("Output").equals(Optional.of(Json.of(RandomStates.MERGED)))) {
      state.get("Assign").ifPresent(assign -> scope.assign(assign, raw));
      Json n = raw.get("n").orElseThrow();
      return new Left(((JsonObject) input).with("n", n), next(state));
    }
    Json result = state.get("ResultSelector").map(t -> scope.fill(t, raw)).orElse(raw);
    Json output = placed(state, input, result);
    boolean jsonata = state.get("QueryLanguage").isPresent();
    state.get("Assign").ifPresent(assign -> scope.assign(assign, jsonata ? input : result));
    return new Left(output, next(state));
  }

  private static Json placed(JsonObject state, Json input, Json result) {
    Json path = state.get("ResultPath").orElse(Json.of("$"));
    if (path == JsonNull.NULL) {
      return input;
    }
    return path.asText().equals("$")
        ? result
        : ((JsonObject) input).with(path.asText().substring(2), result);
  }

  private static String choose(JsonObject state, Json input, OracleScope scope) {
    for (Json rule : list(state, "Choices")) {
      if (holds(rule, input, scope)) {
        return text((JsonObject) rule, "Next");
      }
    }
    return text(state, "Default");
  }

  static boolean holds(Json rule, Json input, OracleScope scope) {
    if (rule.get("Condition").isPresent()) {
      String condition = rule.get("Condition").get().asText();
      String number = condition.replaceAll("\\{% \\$states.input.n < (\\d+) %\\}", "$1");
      return OracleScope.number(input, "n") < Long.parseLong(number);
    }
    String variable = rule.get("Variable").orElseThrow().asText();
    Optional<Json> present = rule.get("IsPresent");
    if (present.isPresent()) {
      return scope.isPresent(variable, input) == (present.get() == JsonBool.TRUE);
    }
    long actual = ((JsonNumber) scope.at(variable, input)).longValue();
    return rule.get("NumericEquals").isPresent()
        ? actual == OracleScope.number(rule, "NumericEquals")
        : actual < OracleScope.number(rule, "NumericLessThan");
  }

  private Left waitFor(JsonObject state, Json input) {
    if (!state.has("Event")) {
      return new Left(input, next(state));
    }
    if (events || !state.has("TimeoutSeconds")) {
      throw new Undecided();
    }
    if (!state.has("TimeoutNext")) {
      throw new Failed("States.Timeout");
    }
    return new Left(input, Optional.of(text(state, "TimeoutNext")));
  }

  private static Left human(JsonObject state, Json input) {
    String[] words = text(state, "Title").replace("confused ", "").split(" ");
    switch (words[0]) {
      case "nobody" -> throw new Failed("States.Timeout");
      case "fails" -> throw new Failed("Boom");
      case "skips" -> {
        if (state.has("Optional")) {
          return new Left(input, next(state));
        }
      }
      case "sendsBack" -> {
        if (state.has("SendBack")) {
          throw new Undecided();
        }
      }
      default -> {}
    }
    String outcome = words[1];
    JsonObject result =
        JsonObject.of("Outcome", Json.of(outcome))
            .with("By", Json.of("ada"))
            .with("Data", Outside.FORM);
    Optional<String> next =
        state
            .get("Outcomes")
            .flatMap(o -> o.get(outcome))
            .flatMap(o -> o.get("Next"))
            .map(Json::asText);
    return new Left(placed(state, input, result), next.or(() -> next(state)));
  }

  /** Tries until it succeeds or the retriers are used up. */
  private static Json task(JsonObject state, Json input, OracleScope scope) {
    Behaviour behaviour = Behaviour.of(text(state, "Resource"));
    List<Integer> used = new ArrayList<>();
    list(state, "Retry").forEach(retrier -> used.add(0));
    Json effective = state.get("Parameters").map(t -> scope.fill(t, input)).orElse(input);
    for (int attempt = 1; ; attempt++) {
      Optional<String> error = error(state, behaviour, attempt, effective);
      if (error.isEmpty()) {
        return Behaviour.output(effective);
      }
      if (!retries(state, error.get(), used)) {
        throw new Failed(error.get());
      }
    }
  }

  private static Optional<String> error(
      JsonObject state, Behaviour behaviour, int attempt, Json input) {
    return switch (behaviour.kind()) {
      case HANGS ->
          Optional.of(state.has("HeartbeatSeconds") ? "States.HeartbeatTimeout" : "States.Timeout");
      case ANSWERS_LATE -> Optional.of("States.Timeout");
      case ANSWERS, ANSWERS_TWICE ->
          behaviour.failsAt(attempt, input) ? Optional.of(behaviour.error()) : Optional.empty();
    };
  }

  private static boolean retries(JsonObject state, String error, List<Integer> used) {
    List<Json> retriers = list(state, "Retry");
    for (int i = 0; i < retriers.size(); i++) {
      if (matches(retriers.get(i), error)) {
        used.set(i, used.get(i) + 1);
        return used.get(i) <= OracleScope.number(retriers.get(i), "MaxAttempts");
      }
    }
    return false;
  }

  static List<Json> list(JsonObject state, String name) {
    return state.get(name).map(list -> ((JsonArray) list).elements()).orElse(List.of());
  }

  static String text(JsonObject state, String name) {
    return state.get(name).orElseThrow().asText();
  }

  private static Optional<String> next(JsonObject state) {
    return state.get("Next").map(Json::asText);
  }
}
