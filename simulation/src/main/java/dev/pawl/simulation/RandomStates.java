package dev.pawl.simulation;

import static dev.pawl.simulation.FlowDraft.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Generates random states without children. */
final class RandomStates {

  static final List<String> ERRORS = List.of("Boom", "Bang");

  /** Output expression that merges the result into the input. */
  static final String MERGE_RESULT = "{% $merge([$states.input, {'n': $states.result.n}]) %}";

  private static final String CAUGHT =
      "{% $merge([$states.input, {'error': {'Error': $states.errorOutput.Error}}]) %}";

  private final SeededRandom dice;
  private final FlowTarget target;

  RandomStates(SeededRandom dice, FlowTarget target) {
    this.dice = dice;
    this.target = target;
  }

  JsonObject simple(RandomFlow.Chain chain) {
    int kind = dice.below(100);
    if (kind < 56) {
      return task(chain);
    }
    if (kind < 74) {
      return pass(chain);
    }
    if (kind < 89) {
      return wait(chain);
    }
    return target == FlowTarget.SIMULATED_WORLD ? human(chain) : task(chain);
  }

  /** Generates a state beside the chain that ends the machine. */
  JsonObject side() {
    int kind = dice.below(100);
    if (kind < 35) {
      return FlowDraft.of("Fail")
          .put("Error", dice.any(ERRORS))
          .put("Cause", "a Fail state")
          .done();
    }
    return kind < 60
        ? FlowDraft.of("Succeed").done()
        : FlowDraft.of("Pass").put("ResultPath", "$.side").put("Result", 1).put("End", true).done();
  }

  JsonObject assigning(String variable) {
    return dice.percent(70)
        ? FlowDraft.of("Pass").put("Assign", json("{'" + variable + ".$':'$.n'}")).done()
        : FlowDraft.of("Pass")
            .put("QueryLanguage", "JSONata")
            .put("Assign", json("{'" + variable + "':'{% $states.input.n + 1 %}'}"))
            .done();
  }

  private JsonObject pass(RandomFlow.Chain chain) {
    List<String> variables = chain.variables;
    switch (dice.below(8)) {
      case 0:
        return FlowDraft.of("Pass").done();
      case 1:
        return FlowDraft.of("Pass")
            .put("Result", json("{'n':4,'items':[]}"))
            .put("ResultPath", dice.any("$", "$.pass"))
            .done();
      case 2:
        return FlowDraft.of("Pass")
            .put("Parameters", json("{'n.$':'States.MathAdd($.n, 1)','items.$':'$.items'}"))
            .done();
      case 3:
        return FlowDraft.of("Pass")
            .put("QueryLanguage", "JSONata")
            .put("Output", "{% $merge([$states.input, {'n': ($states.input.n + 2) % 7}]) %}")
            .done();
      default:
        if (variables.isEmpty()) {
          return FlowDraft.of("Pass").put("InputPath", "$").done();
        }
        String variable = dice.any(variables);
        return dice.percent(60)
            ? FlowDraft.of("Pass")
                .put("Parameters", json("{'n.$':'$" + variable + "','items.$':'$.items'}"))
                .done()
            : FlowDraft.of("Pass")
                .put("QueryLanguage", "JSONata")
                .put("Output", json("{'n':'{% $" + variable + " %}','items':[]}"))
                .done();
    }
  }

  JsonObject choice(RandomFlow.Chain chain) {
    if (dice.percent(25)) {
      JsonObject rule =
          new FlowDraft()
              .put("Condition", "{% $states.input.n < " + dice.between(1, 5) + " %}")
              .put("Next", chain.elsewhere())
              .done();
      return FlowDraft.of("Choice")
          .put("QueryLanguage", "JSONata")
          .put("Choices", JsonArray.of(rule))
          .done();
    }
    List<JsonObject> rules = new ArrayList<>();
    for (int i = dice.between(1, 2); i > 0; i--) {
      String variable =
          !chain.variables.isEmpty() && dice.percent(40) ? "$" + dice.any(chain.variables) : "$.n";
      rules.add(
          new FlowDraft()
              .put("Variable", variable)
              .put(dice.any("NumericLessThan", "NumericEquals"), dice.below(6))
              .put("Next", chain.elsewhere())
              .done());
    }
    return FlowDraft.of("Choice").put("Choices", JsonArray.of(rules)).done();
  }

  JsonObject task(RandomFlow.Chain chain) {
    FlowDraft task = task(chain.name());
    if (dice.percent(15)) {
      return jsonata(task, chain);
    }
    recovery(task, chain, true);
    shaping(task, chain);
    return task.done();
  }

  private JsonObject jsonata(FlowDraft task, RandomFlow.Chain chain) {
    task.put("QueryLanguage", "JSONata")
        .put("Arguments", "{% $states.input %}")
        .put("Output", MERGE_RESULT);
    if (chain.variables.contains("v" + chain.depth) && dice.percent(50)) {
      task.put("Assign", json("{'v" + chain.depth + "':'{% $states.result.n %}'}"));
    }
    if (dice.percent(40)) {
      task.put("Retry", JsonArray.of(retrier(List.of("States.ALL"))));
    }
    if (dice.percent(40)) {
      JsonObject catcher =
          new FlowDraft()
              .put("ErrorEquals", JsonArray.of(Json.of(dice.any("States.ALL", "Boom"))))
              .put("Output", CAUGHT)
              .put("Next", chain.elsewhere())
              .done();
      task.put("Catch", JsonArray.of(catcher));
    }
    return task.done();
  }

  FlowDraft task(String name) {
    FlowDraft task = FlowDraft.of("Task");
    String behaviour = behaviour();
    boolean token = dice.percent(6);
    task.put("Resource", token ? behaviour + ".waitForTaskToken" : behaviour);
    if (behaviour.equals("hangs") || behaviour.equals("late") || dice.percent(12)) {
      task.put("TimeoutSeconds", dice.between(3, 6));
      if (dice.percent(20)) {
        task.put("HeartbeatSeconds", 1);
      }
    }
    if (dice.percent(25)) {
      task.put("Compensate", compensation(name));
    }
    return task;
  }

  private void shaping(FlowDraft task, RandomFlow.Chain chain) {
    switch (dice.below(7)) {
      case 0 -> task.put("ResultPath", "$.task");
      case 1 -> task.put("ResultPath", JsonNull.NULL);
      case 2 -> task.put("Parameters", json("{'n.$':'$.n','items.$':'$.items'}"));
      case 3 -> task.put("ResultSelector", json("{'n.$':'$.n','items.$':'$.items'}"));
      case 4 -> task.put("InputPath", "$").put("OutputPath", "$");
      default -> {}
    }
    if (chain.variables.contains("v" + chain.depth) && dice.percent(30)) {
      task.put("Assign", json("{'v" + chain.depth + ".$':'$.n'}"));
    }
  }

  private String behaviour() {
    int kind = dice.below(100);
    if (kind < 52) {
      return "ok";
    }
    if (kind < 60) {
      return "twice";
    }
    if (kind < 78) {
      return "fails:" + dice.between(1, 3) + ":" + dice.any(ERRORS);
    }
    if (kind < 84) {
      return "picky:" + dice.any(ERRORS);
    }
    return kind < 90 ? "breaks:" + dice.any(ERRORS) : kind < 96 ? "hangs" : "late";
  }

  private JsonObject compensation(String state) {
    int kind = dice.below(100);
    String does =
        kind < 60 ? "ok" : kind < 80 ? "fails:1:Boom" : kind < 95 ? "breaks:Boom" : "hangs";
    FlowDraft draft = new FlowDraft().put("Resource", "undo:" + state + ":" + does);
    if (does.equals("hangs")) {
      draft.put("TimeoutSeconds", 2);
    }
    if (dice.percent(50)) {
      draft.put("Retry", JsonArray.of(retrier(List.of("States.ALL"))));
    }
    if (dice.percent(20)) {
      draft.put("WhenFailed", true);
    }
    return draft.done();
  }

  /** Adds random Retry and Catch fields. */
  void recovery(FlowDraft draft, RandomFlow.Chain chain, boolean connected) {
    if (dice.percent(40)) {
      List<Json> retriers = new ArrayList<>();
      if (dice.percent(40)) {
        retriers.add(retrier(List.of(dice.any(ERRORS))));
      }
      retriers.add(
          retrier(List.of(dice.any("States.ALL", "States.TaskFailed", "States.Timeout", "Bang"))));
      draft.put("Retry", JsonArray.of(retriers));
    }
    if (dice.percent(35)) {
      FlowDraft catcher =
          new FlowDraft()
              .put("ErrorEquals", JsonArray.of(Json.of(dice.any("States.ALL", "Boom", "Bang"))))
              .put("ResultPath", "$.error");
      if (connected) {
        catcher.put("Next", chain.elsewhere());
      }
      draft.put("Catch", JsonArray.of(catcher.done()));
    }
  }

  private JsonObject retrier(List<String> errors) {
    FlowDraft retrier =
        new FlowDraft()
            .put("ErrorEquals", JsonArray.of(errors.stream().map(Json::of).toList()))
            .put("IntervalSeconds", dice.between(1, 3))
            .put("MaxAttempts", dice.below(4));
    switch (dice.below(4)) {
      case 0 -> retrier.put("BackoffRate", 1);
      case 1 -> retrier.put("JitterStrategy", "FULL");
      case 2 -> retrier.put("BackoffStrategy", dice.any("LINEAR", "FIXED"));
      default -> retrier.put("MaxDelaySeconds", 4);
    }
    return retrier.done();
  }

  JsonObject wait(RandomFlow.Chain chain) {
    FlowDraft wait = FlowDraft.of("Wait");
    switch (dice.below(6)) {
      case 0 -> wait.put("SecondsPath", "$.n");
      case 1 -> wait.put("Timestamp", "2026-01-01T00:00:0" + dice.below(10) + "Z");
      case 2, 3 -> wait.put("Seconds", dice.between(0, 4));
      default -> {
        boolean hasOwnEvent = target == FlowTarget.REAL_PROCESSES;
        wait.put("Event", hasOwnEvent ? "go-" + chain.name() : "e" + dice.below(2))
            .put("ResultPath", "$.event");
        if (dice.percent(75)) {
          wait.put("TimeoutSeconds", dice.between(1, 8));
          if (dice.percent(60)) {
            wait.put("TimeoutNext", chain.elsewhere());
          }
        }
      }
    }
    return wait.done();
  }

  /** Generates a human task whose title says what the person does. */
  JsonObject human(RandomFlow.Chain chain) {
    boolean decides = dice.percent(60);
    String outcome = decides ? dice.any("yes", "no") : "completed";
    String does = dice.any(outcome, outcome, outcome, "skips", "fails", "sendsBack", "nobody");
    FlowDraft human =
        FlowDraft.of("Human")
            .put("Title", (dice.percent(15) ? "confused " : "") + does + " " + outcome)
            .put("ResultPath", "$.decision");
    if (decides) {
      human.put(
          "Outcomes", new FlowDraft().put("yes", JsonObject.EMPTY).put("no", no(chain)).done());
    }
    if (dice.percent(50)) {
      human.put("Optional", true);
    }
    if (dice.percent(60)) {
      human.put("SendBack", true);
    }
    if (does.equals("nobody") || dice.percent(30)) {
      human.put("TimeoutSeconds", dice.between(3, 8));
    }
    if (dice.percent(40)) {
      JsonObject catcher =
          new FlowDraft()
              .put("ErrorEquals", JsonArray.of(Json.of("States.ALL")))
              .put("ResultPath", "$.error")
              .put("Next", chain.elsewhere())
              .done();
      human.put("Catch", JsonArray.of(catcher));
    }
    return human.done();
  }

  private static JsonObject no(RandomFlow.Chain chain) {
    return new FlowDraft().put("Next", chain.elsewhere()).done();
  }
}
