package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonBool;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.Oracle.Undecided;
import dev.pawl.simulation.Oracle.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Predicts a state machine, state by state. */
final class OracleMachine {

  /** The result of a state and the next state. */
  private record StateResult(Json value, Optional<String> next) {}

  /** An error that no state has caught. */
  static final class UncaughtError extends RuntimeException {
    private static final long serialVersionUID = 1L;
    final String name;

    UncaughtError(String name) {
      super(name, null, false, false);
      this.name = name;
    }
  }

  /** What is known about the events of an execution. */
  private enum Events {
    /** They do not come. */
    NEVER,
    /** They may come at any time. */
    PERHAPS,
    /** Each is sent once. */
    SENT
  }

  private final Events events;

  /** Where the calls are predicted: then no machine may fail. */
  private final Optional<PredictedCalls> calls;

  private final Map<String, JsonObject> flows;
  private final OracleForks forks = new OracleForks(this);

  private OracleMachine(
      Events events, Optional<PredictedCalls> calls, Map<String, JsonObject> flows) {
    this.events = events;
    this.calls = calls;
    this.flows = flows;
  }

  /**
   * Predicts a machine.
   *
   * @param events true if events may arrive at any time
   */
  OracleMachine(boolean events) {
    this(events ? Events.PERHAPS : Events.NEVER, Optional.empty(), Map.of());
  }

  /**
   * Predicts also the calls and events of a machine.
   *
   * @param flows the definitions of the flows that it may call
   */
  static OracleMachine ofCalls(PredictedCalls calls, Map<String, JsonObject> flows) {
    return new OracleMachine(Events.SENT, Optional.of(calls), flows);
  }

  /** Returns the prediction of a child execution, to which no events are sent. */
  OracleMachine ofChild() {
    return new OracleMachine(Events.NEVER, calls, flows);
  }

  Verdict run(JsonObject machine, Json input, OracleScope scope) {
    Optional<String> at = Optional.of(machine.get("StartAt").orElseThrow().asText());
    Json value = input;
    try {
      while (at.isPresent()) {
        JsonObject state =
            (JsonObject) machine.get("States").orElseThrow().get(at.get()).orElseThrow();
        scope.visit(at.get());
        StateResult left = visit(state, value, scope);
        value = left.value();
        at = left.next();
      }
      return new Verdict.Output(value);
    } catch (UncaughtError e) {
      requireNoFailure();
      return new Verdict.Error(errorName(e.name));
    }
  }

  /** Makes the prediction undecided if it includes calls: a fork that fails may repeat some. */
  void requireNoFailure() {
    if (calls.isPresent()) {
      throw new Undecided();
    }
  }

  static String errorName(String error) {
    return error.equals("States.HeartbeatTimeout") ? "States.Timeout" : error;
  }

  private StateResult visit(JsonObject state, Json input, OracleScope scope) {
    try {
      return switch (text(state, "Type")) {
        case "Pass" -> pass(state, input, scope);
        case "Succeed" -> new StateResult(input, Optional.empty());
        case "Fail" -> throw new UncaughtError(text(state, "Error"));
        case "Choice" -> new StateResult(input, Optional.of(choose(state, input, scope)));
        case "Wait" -> waitFor(state, input, scope);
        case "Human" -> human(state, input);
        case "Task" -> shaped(state, input, task(state, input, scope), scope);
        case "Parallel" -> shaped(state, input, forks.parallel(state, input, scope), scope);
        case "Map" -> shaped(state, input, forks.map(state, input, scope), scope);
        case "Graph" -> shaped(state, input, forks.graph(state, input, scope), scope);
        default -> throw new IllegalArgumentException(state.toString());
      };
    } catch (UncaughtError e) {
      return caught(state, input, e);
    }
  }

  private static StateResult caught(JsonObject state, Json input, UncaughtError error) {
    for (Json catcher : list(state, "Catch")) {
      if (matches(catcher, error.name)) {
        JsonObject cause = JsonObject.of("Error", Json.of(errorName(error.name)));
        return new StateResult(
            ((JsonObject) input).with("error", cause), catcher.get("Next").map(Json::asText));
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

  private static StateResult pass(JsonObject state, Json input, OracleScope scope) {
    if (state.has("Output")) {
      Json output = scope.fill(state.get("Output").get(), input);
      return new StateResult(output, next(state));
    }
    Json result =
        state
            .get("Result")
            .orElseGet(() -> state.get("Parameters").map(t -> scope.fill(t, input)).orElse(input));
    return shaped(state, input, result, scope);
  }

  /** Applies ResultSelector, ResultPath and Assign. */
  private static StateResult shaped(JsonObject state, Json input, Json raw, OracleScope scope) {
    if (state.get("Output").equals(Optional.of(Json.of(RandomStates.MERGE_RESULT)))) {
      state.get("Assign").ifPresent(assign -> scope.assign(assign, raw));
      Json n = raw.get("n").orElseThrow();
      return new StateResult(((JsonObject) input).with("n", n), next(state));
    }
    Json result = state.get("ResultSelector").map(t -> scope.fill(t, raw)).orElse(raw);
    Json output = placed(state, input, result);
    boolean jsonata = state.get("QueryLanguage").isPresent();
    state.get("Assign").ifPresent(assign -> scope.assign(assign, jsonata ? input : result));
    return new StateResult(output, next(state));
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

  private StateResult waitFor(JsonObject state, Json input, OracleScope scope) {
    if (!state.has("Event")) {
      return new StateResult(input, next(state));
    }
    if (events == Events.SENT) {
      calls.orElseThrow().event(text(state, "Event"));
      return shaped(state, input, PredictedFlow.PAYLOAD, scope);
    }
    // Where events are sent to others, the timeout is too long to wait for.
    if (events == Events.PERHAPS || calls.isPresent() || !state.has("TimeoutSeconds")) {
      throw new Undecided();
    }
    if (!state.has("TimeoutNext")) {
      throw new UncaughtError("States.Timeout");
    }
    return new StateResult(input, Optional.of(text(state, "TimeoutNext")));
  }

  private static StateResult human(JsonObject state, Json input) {
    String[] words = text(state, "Title").replace("confused ", "").split(" ");
    switch (words[0]) {
      case "nobody" -> throw new UncaughtError("States.Timeout");
      case "fails" -> throw new UncaughtError("Boom");
      case "skips" -> {
        if (state.has("Optional")) {
          return new StateResult(input, next(state));
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
            .with("Data", SimulatedPorts.FORM);
    Optional<String> next =
        state
            .get("Outcomes")
            .flatMap(o -> o.get(outcome))
            .flatMap(o -> o.get("Next"))
            .map(Json::asText);
    return new StateResult(placed(state, input, result), next.or(() -> next(state)));
  }

  /** Predicts a Task with its retries. */
  private Json task(JsonObject state, Json input, OracleScope scope) {
    if (text(state, "Resource").startsWith(RandomForks.FLOW_PREFIX)) {
      return called(text(state, "Resource"), input, scope);
    }
    HandlerBehaviour behaviour = HandlerBehaviour.of(text(state, "Resource"));
    List<Integer> used = new ArrayList<>();
    list(state, "Retry").forEach(retrier -> used.add(0));
    Json effective = state.get("Parameters").map(t -> scope.fill(t, input)).orElse(input);
    for (int attempt = 1; ; attempt++) {
      int number = attempt;
      calls.ifPresent(all -> all.attempt(scope.step(), number, behaviour.timesOut()));
      Optional<String> error = error(state, behaviour, attempt, effective);
      if (error.isEmpty()) {
        return HandlerBehaviour.output(effective);
      }
      if (!retries(state, error.get(), used)) {
        throw new UncaughtError(error.get());
      }
    }
  }

  /** Predicts the output of another flow. */
  private Json called(String resource, Json input, OracleScope scope) {
    String code =
        resource.substring(
            RandomForks.FLOW_PREFIX.length(), resource.length() - RandomForks.FLOW_SUFFIX.length());
    JsonObject flow = Optional.ofNullable(flows.get(code)).orElseThrow();
    return switch (ofChild().run(flow, input, scope.child(JsonObject.EMPTY, 1))) {
      case Verdict.Output output -> output.value();
      case Verdict.Error error -> throw new UncaughtError(error.name());
    };
  }

  private static Optional<String> error(
      JsonObject state, HandlerBehaviour behaviour, int attempt, Json input) {
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
