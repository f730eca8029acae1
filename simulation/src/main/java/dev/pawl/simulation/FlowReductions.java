package dev.pawl.simulation;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Generates all definitions that are one change smaller than a given one. */
final class FlowReductions {

  private static final List<String> OPTIONAL =
      List.of(
          "Retry",
          "Catch",
          "Compensate",
          "TimeoutSeconds",
          "HeartbeatSeconds",
          "Assign",
          "Parameters",
          "ResultSelector",
          "ResultPath",
          "InputPath",
          "OutputPath",
          "ItemSelector",
          "MaxConcurrency",
          "ToleratedFailureCount",
          "ToleratedFailurePercentage",
          "ItemReader",
          "ItemBatcher",
          "ResultWriter",
          "When",
          "DependsOn",
          "Outcomes",
          "Optional",
          "SendBack",
          "TimeoutNext",
          "WhenFailed",
          "Result");

  private FlowReductions() {}

  static List<JsonObject> of(JsonObject document) {
    List<JsonObject> smaller = new ArrayList<>();
    for (Json variant : variants(document)) {
      smaller.add((JsonObject) variant);
    }
    return smaller;
  }

  static List<Json> inputs(Json input) {
    List<Json> smaller = new ArrayList<>();
    JsonArray items = (JsonArray) input.get("items").orElse(JsonArray.EMPTY);
    for (int i = 0; i < items.length(); i++) {
      smaller.add(
          ((JsonObject) input)
              .with("items", JsonArray.of(ScenarioMinimizer.without(items.elements(), i))));
    }
    return smaller;
  }

  private static List<Json> variants(Json json) {
    List<Json> variants = new ArrayList<>();
    switch (json) {
      case JsonObject object -> {
        if (object.has("States")) {
          machines(object, variants);
        }
        if (object.has("Type")) {
          states(object, variants);
        }
        for (String name : OPTIONAL) {
          if (object.has(name)) {
            variants.add(object.without(name));
          }
        }
        object
            .members()
            .forEach(
                (name, value) -> variants(value).forEach(v -> variants.add(object.with(name, v))));
      }
      case JsonArray array -> {
        for (int i = 0; i < array.length(); i++) {
          if (array.length() > 1) {
            variants.add(JsonArray.of(ScenarioMinimizer.without(array.elements(), i)));
          }
          for (Json variant : variants(array.elements().get(i))) {
            List<Json> changed = new ArrayList<>(array.elements());
            changed.set(i, variant);
            variants.add(JsonArray.of(changed));
          }
        }
      }
      default -> {}
    }
    return variants;
  }

  /**
   * Adds variants without the first state, without the states after a state, and without a state in
   * between.
   */
  private static void machines(JsonObject machine, List<Json> variants) {
    JsonObject states = (JsonObject) machine.get("States").orElseThrow();
    String start = machine.get("StartAt").orElseThrow().asText();
    for (Map.Entry<String, Json> entry : states.members().entrySet()) {
      JsonObject state = (JsonObject) entry.getValue();
      if (state.has("Next")) {
        JsonObject last = state.without("Next").with("End", Json.of(true));
        variants.add(reachable(machine, states.with(entry.getKey(), last)));
        Json next = state.get("Next").orElseThrow();
        if (entry.getKey().equals(start)) {
          variants.add(reachable(machine.with("StartAt", next), states));
        } else {
          JsonObject without = (JsonObject) renamed(states, entry.getKey(), next);
          variants.add(reachable(machine, without));
        }
      }
    }
  }

  private static Json renamed(Json json, String target, Json replacement) {
    return switch (json) {
      case JsonObject object -> {
        Map<String, Json> members = new LinkedHashMap<>();
        object
            .members()
            .forEach(
                (name, value) -> {
                  boolean refers =
                      Set.of("Next", "Default", "TimeoutNext").contains(name)
                          && value.asText().equals(target);
                  members.put(name, refers ? replacement : renamed(value, target, replacement));
                });
        yield JsonObject.of(members);
      }
      case JsonArray array ->
          JsonArray.of(
              array.elements().stream().map(e -> renamed(e, target, replacement)).toList());
      default -> json;
    };
  }

  private static JsonObject reachable(JsonObject machine, JsonObject states) {
    Set<String> reached = new HashSet<>();
    Deque<String> open = new ArrayDeque<>();
    open.add(machine.get("StartAt").orElseThrow().asText());
    while (!open.isEmpty()) {
      String name = open.poll();
      if (states.has(name) && reached.add(name)) {
        targets(states.get(name).get(), open);
      }
    }
    Map<String, Json> kept = new LinkedHashMap<>(states.members());
    kept.keySet().retainAll(reached);
    return machine.with("States", JsonObject.of(kept));
  }

  private static void targets(Json json, Deque<String> targets) {
    switch (json) {
      case JsonObject object ->
          object
              .members()
              .forEach(
                  (name, value) -> {
                    if (Set.of("Next", "Default", "TimeoutNext").contains(name)) {
                      targets.add(value.asText());
                    } else {
                      targets(value, targets);
                    }
                  });
      case JsonArray array -> array.forEach(element -> targets(element, targets));
      default -> {}
    }
  }

  /**
   * Adds variants with a Pass in place of a state, with a sound handler, or without a node of a
   * graph.
   */
  private static void states(JsonObject state, List<Json> variants) {
    String type = state.get("Type").orElseThrow().asText();
    if (!Set.of("Pass", "Choice", "Fail", "Succeed").contains(type)) {
      JsonObject pass = JsonObject.of("Type", Json.of("Pass"));
      for (String kept : List.of("Next", "End", "DependsOn", "When")) {
        pass = state.has(kept) ? pass.with(kept, state.get(kept).get()) : pass;
      }
      variants.add(pass);
    }
    if (state.has("Resource") && !state.get("Resource").get().asText().equals("ok")) {
      variants.add(state.with("Resource", Json.of("ok")));
    }
    if (state.get("Nodes").orElse(JsonObject.EMPTY) instanceof JsonObject nodes) {
      for (String node : nodes.members().keySet()) {
        if (nodes.members().size() > 1) {
          variants.add(state.with("Nodes", withoutNode(nodes, node)));
        }
      }
    }
  }

  private static JsonObject withoutNode(JsonObject nodes, String removed) {
    Map<String, Json> kept = new LinkedHashMap<>();
    nodes
        .without(removed)
        .members()
        .forEach(
            (name, value) -> {
              JsonObject node = (JsonObject) value;
              if (node.has("DependsOn")) {
                JsonArray parents = (JsonArray) node.get("DependsOn").get();
                List<Json> rest =
                    parents.elements().stream().filter(p -> !p.asText().equals(removed)).toList();
                node =
                    rest.isEmpty()
                        ? node.without("DependsOn")
                        : node.with("DependsOn", JsonArray.of(rest));
              }
              kept.put(name, node);
            });
    return JsonObject.of(kept);
  }
}
