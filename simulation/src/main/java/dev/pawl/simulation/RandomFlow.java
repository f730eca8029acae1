package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Generates a random definition. Every value is an object with a small number {@code n} and a list
 * {@code items} of such objects, so that any state accepts the output of any other.
 */
final class RandomFlow {

  private final SeededRandom dice;
  private final FlowTarget target;
  private final String code;
  private final RandomStates states;
  private final RandomForks forks;
  private final Map<String, JsonObject> children = new LinkedHashMap<>();
  private int names;

  /**
   * A generator of one flow.
   *
   * @param code the prefix of the codes of the flows that it calls
   */
  RandomFlow(SeededRandom dice, FlowTarget target, String code) {
    this.dice = dice;
    this.target = target;
    this.code = code;
    this.states = new RandomStates(dice, target);
    this.forks = new RandomForks(dice, this, states);
  }

  /** A state machine under construction: its nesting and the names its states may refer to. */
  final class Chain {
    final int depth;
    final List<String> variables;
    private final List<String> names = new ArrayList<>();
    private final Map<String, Json> sides = new LinkedHashMap<>();
    private int at;

    Chain(int depth, List<String> variables) {
      this.depth = depth;
      this.variables = variables;
    }

    boolean isLast() {
      return at == names.size() - 1;
    }

    String name() {
      return names.get(at);
    }

    Optional<String> next() {
      return isLast() ? Optional.empty() : Optional.of(names.get(at + 1));
    }

    /** Returns the name of another state: a later one, or one beside the chain. */
    String elsewhere() {
      if (!isLast() && dice.percent(50)) {
        return names.get(dice.between(at + 1, names.size() - 1));
      }
      if (!sides.isEmpty() && dice.percent(40)) {
        return dice.any(List.copyOf(sides.keySet()));
      }
      String side = newName();
      sides.put(side, states.side());
      return side;
    }
  }

  JsonObject document() {
    JsonObject machine = machine(0, List.of(), Optional.empty());
    boolean timesOut = target == FlowTarget.SIMULATED_WORLD && dice.percent(6);
    return timesOut ? machine.with("TimeoutSeconds", Json.of(dice.between(1, 9))) : machine;
  }

  /** Returns the definitions of the flows that it calls, by code. */
  Map<String, JsonObject> children() {
    return children;
  }

  /** Adds a flow that it calls and returns its code. */
  String child(JsonObject machine) {
    String childCode = code + "-" + newName();
    children.put(childCode, machine);
    return childCode;
  }

  String newName() {
    return "S" + ++names;
  }

  /**
   * Generates a state machine.
   *
   * @param first the state it must begin with, if any
   */
  JsonObject machine(int depth, List<String> outer, Optional<JsonObject> first) {
    List<String> variables = new ArrayList<>(outer);
    boolean assigns = dice.percent(55);
    String variable = "v" + depth;
    if (assigns) {
      variables.add(variable);
    }
    Chain chain = new Chain(depth, variables);
    int length = dice.between(1, depth == 0 ? 5 : 4 - depth);
    int forced = first.isPresent() ? 1 : 0;
    for (int i = 0; i < length + (assigns ? 1 : 0) + forced; i++) {
      chain.names.add(newName());
    }
    Map<String, Json> made = new LinkedHashMap<>();
    for (chain.at = 0; chain.at < chain.names.size(); chain.at++) {
      JsonObject state;
      if (chain.at < forced) {
        state = first.orElseThrow();
      } else if (assigns && chain.at == forced) {
        state = states.assigning(variable);
      } else {
        state = state(chain);
      }
      made.put(chain.name(), connected(state, chain.next()));
    }
    made.putAll(chain.sides);
    return JsonObject.of("StartAt", Json.of(chain.names.getFirst()))
        .with("States", JsonObject.of(made));
  }

  private JsonObject state(Chain chain) {
    if (target == FlowTarget.REAL_PROCESSES && chain.depth < 2 && dice.percent(5)) {
      return forks.call(chain);
    }
    int kind = dice.below(100);
    if (chain.depth < 2 && kind < 24) {
      return kind < 8
          ? forks.parallel(chain)
          : kind < 13
              ? forks.map(chain)
              : kind < 17 ? forks.distributed(chain) : forks.graph(chain);
    }
    if (kind < 34 && !chain.isLast()) {
      return states.choice(chain);
    }
    return states.simple(chain);
  }

  static JsonObject connected(JsonObject state, Optional<String> next) {
    String type = state.get("Type").orElseThrow().asText();
    if (type.equals("Choice")) {
      return state.with("Default", Json.of(next.orElseThrow()));
    }
    if (type.equals("Succeed") || type.equals("Fail")) {
      return state;
    }
    return next.isPresent()
        ? state.with("Next", Json.of(next.get()))
        : state.with("End", Json.of(true));
  }

  /** Generates the input of the flow. */
  JsonObject input() {
    return value(2);
  }

  private JsonObject value(int depth) {
    List<Json> items = new ArrayList<>();
    for (int i = depth == 0 ? 0 : dice.below(4); i > 0; i--) {
      items.add(value(depth - 1));
    }
    return JsonObject.of("n", Json.of(dice.below(7))).with("items", JsonArray.of(items));
  }
}
