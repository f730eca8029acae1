package dev.pawl.simulation;

import static dev.pawl.simulation.OracleMachine.list;
import static dev.pawl.simulation.OracleMachine.text;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import dev.pawl.simulation.Oracle.Undecided;
import dev.pawl.simulation.Oracle.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Predicts states with inner state machines. Retries change nothing here: an inner machine that
 * starts again ends the same.
 */
final class OracleForks {

  private final OracleMachine machines;

  OracleForks(OracleMachine machines) {
    this.machines = machines;
  }

  Json parallel(JsonObject state, Json input, OracleScope scope) {
    List<Verdict> ends = new ArrayList<>();
    for (Json branch : list(state, "Branches")) {
      OracleScope inner = scope.inner(scope.context(), Integer.toString(ends.size()));
      ends.add(machines.run((JsonObject) branch, input, inner));
    }
    unlessFailed(ends);
    return outputs(ends);
  }

  Json map(JsonObject state, Json input, OracleScope scope) {
    JsonObject processor = (JsonObject) state.get("ItemProcessor").orElseThrow();
    boolean distributed = processor.has("ProcessorConfig");
    boolean batched = state.has("ItemBatcher");
    List<Json> items = items(state, input);
    if (batched) {
      List<Json> raw = items;
      items =
          batches(
              state,
              IntStream.range(0, raw.size())
                  .mapToObj(i -> selected(state, input, about(i, raw.get(i), scope), raw.get(i)))
                  .toList());
    }
    List<Verdict> ends = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      OracleScope seen = about(i, items.get(i), scope);
      OracleScope inner = distributed ? scope.child(seen.context(), i) : seen;
      Json value = batched ? items.get(i) : selected(state, input, inner, items.get(i));
      OracleMachine machine = distributed ? machines.ofChild() : machines;
      ends.add(machine.run(processor, value, inner));
    }
    tolerate(state, items, ends, distributed);
    return written(state, ends);
  }

  private static OracleScope about(int index, Json value, OracleScope scope) {
    JsonObject item = JsonObject.of("Index", JsonNumber.of(index)).with("Value", value);
    return scope.inner(
        scope.context().with("Map", JsonObject.of("Item", item)), Integer.toString(index));
  }

  private static Json selected(JsonObject state, Json input, OracleScope scope, Json item) {
    return state.get("ItemSelector").map(t -> scope.fill(t, input)).orElse(item);
  }

  private List<Json> items(JsonObject state, Json input) {
    Optional<Json> reader = state.get("ItemReader");
    if (reader.isEmpty()) {
      return list((JsonObject) input, "items");
    }
    String[] parts = text((JsonObject) reader.get(), "Resource").split(":");
    if (!parts[0].equals("items")) {
      machines.requireNoFailure();
      throw new OracleMachine.UncaughtError("States.ItemReaderFailed");
    }
    List<Json> items = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(parts[1]); i++) {
      items.add(SimulatedPorts.item(i));
    }
    return items;
  }

  private static List<Json> batches(JsonObject state, List<Json> items) {
    Optional<Json> batcher = state.get("ItemBatcher");
    if (batcher.isEmpty()) {
      return items;
    }
    int most = (int) OracleScope.number(batcher.get(), "MaxItemsPerBatch");
    List<Json> batches = new ArrayList<>();
    for (int i = 0; i < items.size(); i += most) {
      List<Json> batch = items.subList(i, Math.min(items.size(), i + most));
      batches.add(JsonObject.of("Items", JsonArray.of(batch)));
    }
    return batches;
  }

  private static void tolerate(
      JsonObject state, List<Json> items, List<Verdict> ends, boolean distributed) {
    long failed = 0;
    long all = 0;
    for (int i = 0; i < ends.size(); i++) {
      int weight = state.has("ItemBatcher") ? list((JsonObject) items.get(i), "Items").size() : 1;
      all += weight;
      failed += ends.get(i) instanceof Verdict.Error ? weight : 0;
    }
    if (state.has("ToleratedFailureCount")) {
      exceeded(failed > OracleScope.number(state, "ToleratedFailureCount"));
    } else if (state.has("ToleratedFailurePercentage")) {
      long percentage = OracleScope.number(state, "ToleratedFailurePercentage");
      exceeded(failed * 100 > percentage * Math.max(1, all));
    } else if (distributed) {
      exceeded(failed > 0);
    } else {
      unlessFailed(ends);
    }
  }

  private static void exceeded(boolean exceeded) {
    if (exceeded) {
      throw new OracleMachine.UncaughtError("States.ExceedToleratedFailureThreshold");
    }
  }

  private static Json written(JsonObject state, List<Verdict> ends) {
    Optional<Json> writer = state.get("ResultWriter");
    if (writer.isEmpty()) {
      return outputs(ends);
    }
    HandlerBehaviour behaviour = HandlerBehaviour.of(text((JsonObject) writer.get(), "Resource"));
    if (behaviour.failsAt(1, JsonObject.EMPTY)) {
      throw new OracleMachine.UncaughtError(behaviour.error());
    }
    return JsonObject.of("written", JsonNumber.of(ends.size()));
  }

  Json graph(JsonObject state, Json input, OracleScope scope) {
    JsonObject nodes = (JsonObject) state.get("Nodes").orElseThrow();
    Map<String, Json> results = new LinkedHashMap<>();
    Set<String> unreached = new HashSet<>();
    List<Verdict> ends = new ArrayList<>();
    for (Map.Entry<String, Json> entry : nodes.members().entrySet()) {
      JsonObject node = (JsonObject) entry.getValue();
      Set<String> before = ancestors(nodes, node);
      if (before.stream().anyMatch(unreached::contains)) {
        unreached.add(entry.getKey());
        continue;
      }
      Map<String, Json> seen = new LinkedHashMap<>(results);
      seen.keySet().retainAll(before);
      JsonObject graph = JsonObject.of("Results", JsonObject.of(seen));
      OracleScope inner = scope.inner(scope.context().with("Graph", graph), entry.getKey());
      if (node.has("When") && !OracleMachine.holds(node.get("When").get(), input, inner)) {
        continue;
      }
      Verdict end = machines.run(machine(entry.getKey(), node), input, inner);
      ends.add(end);
      switch (end) {
        case Verdict.Output output -> results.put(entry.getKey(), output.value());
        case Verdict.Error error -> unreached.add(entry.getKey());
      }
    }
    unlessFailed(ends);
    return JsonObject.of(results);
  }

  private static Set<String> ancestors(JsonObject nodes, JsonObject node) {
    Set<String> all = new LinkedHashSet<>();
    for (Json parent : list(node, "DependsOn")) {
      all.add(parent.asText());
      all.addAll(ancestors(nodes, (JsonObject) nodes.get(parent.asText()).orElseThrow()));
    }
    return all;
  }

  private static JsonObject machine(String name, JsonObject node) {
    if (node.has("States")) {
      return node;
    }
    return JsonObject.of("StartAt", Json.of(name)).with("States", JsonObject.of(name, node));
  }

  /**
   * Throws the error of the first failed branch; undecided if branches fail differently, because
   * the order is a matter of time.
   */
  private static void unlessFailed(List<Verdict> ends) {
    Set<String> errors = new LinkedHashSet<>();
    for (Verdict end : ends) {
      if (end instanceof Verdict.Error error) {
        errors.add(error.name());
      }
    }
    if (errors.size() > 1) {
      throw new Undecided();
    }
    if (!errors.isEmpty()) {
      throw new OracleMachine.UncaughtError(errors.iterator().next());
    }
  }

  private static Json outputs(List<Verdict> ends) {
    List<Json> outputs = new ArrayList<>();
    for (Verdict end : ends) {
      if (end instanceof Verdict.Output output) {
        outputs.add(output.value());
      }
    }
    return JsonArray.of(outputs);
  }
}
