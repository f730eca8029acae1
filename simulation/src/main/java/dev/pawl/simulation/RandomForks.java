package dev.pawl.simulation;

import static dev.pawl.simulation.FlowDraft.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Generates random states with inner state machines. */
final class RandomForks {

  /** The resource of a call of another flow begins and ends with these. */
  static final String FLOW_PREFIX = "flow:";

  static final String FLOW_SUFFIX = ".sync";

  private final SeededRandom dice;
  private final RandomFlow flow;
  private final RandomStates states;

  RandomForks(SeededRandom dice, RandomFlow flow, RandomStates states) {
    this.dice = dice;
    this.flow = flow;
    this.states = states;
  }

  JsonObject parallel(RandomFlow.Chain chain) {
    List<Json> branches = new ArrayList<>();
    for (int i = dice.between(1, 3); i > 0; i--) {
      branches.add(inner(chain, Optional.empty()));
    }
    FlowDraft parallel = FlowDraft.of("Parallel").put("Branches", JsonArray.of(branches));
    states.recovery(parallel, chain, true);
    if (dice.percent(30)) {
      parallel.put("ResultSelector", json("{'n.$':'$[0].n','items.$':'$[0].items','all.$':'$'}"));
    } else {
      parallel.put("ResultPath", "$.parallel");
    }
    return parallel.done();
  }

  JsonObject map(RandomFlow.Chain chain) {
    FlowDraft map =
        FlowDraft.of("Map")
            .put("ItemsPath", "$.items")
            .put("ItemProcessor", inner(chain, Optional.empty()))
            .put("ResultPath", "$.map");
    if (dice.percent(40)) {
      map.put(
          "ItemSelector",
          json(
              "{'n.$':'$$.Map.Item.Value.n','items.$':'$$.Map.Item.Value.items',"
                  + "'i.$':'$$.Map.Item.Index','outer.$':'$.n'}"));
    }
    if (dice.percent(50)) {
      map.put("MaxConcurrency", dice.between(0, 2));
    }
    states.recovery(map, chain, true);
    return map.done();
  }

  /** Generates a distributed Map; the resource of its reader says what it does. */
  JsonObject distributed(RandomFlow.Chain chain) {
    boolean batches = dice.percent(35);
    Optional<JsonObject> first =
        batches
            ? Optional.of(
                FlowDraft.of("Pass").put("Parameters", json("{'n':2,'items.$':'$.Items'}")).done())
            : Optional.empty();
    // A child is a separate execution and sees no outer variables.
    JsonObject processor =
        flow.machine(chain.depth + 1, List.of(), first)
            .with("ProcessorConfig", json("{'Mode':'DISTRIBUTED','ExecutionType':'STANDARD'}"));
    FlowDraft map =
        FlowDraft.of("Map").put("ItemProcessor", processor).put("ResultPath", "$.distributed");
    if (dice.percent(50)) {
      map.put("ItemReader", new FlowDraft().put("Resource", reader()).done());
    } else {
      map.put("ItemsPath", "$.items");
    }
    if (batches) {
      map.put("ItemBatcher", new FlowDraft().put("MaxItemsPerBatch", dice.between(1, 3)).done());
    }
    if (dice.percent(40)) {
      map.put("ToleratedFailureCount", dice.below(3));
    } else if (dice.percent(30)) {
      map.put("ToleratedFailurePercentage", dice.any(10, 50, 100));
    }
    if (dice.percent(40)) {
      map.put("MaxConcurrency", dice.between(1, 2));
    }
    if (dice.percent(25)) {
      map.put(
          "ResultWriter",
          new FlowDraft().put("Resource", dice.any("ok", "ok", "breaks:Boom")).done());
    }
    states.recovery(map, chain, true);
    return map.done();
  }

  /** Returns a reader resource: {@code items:4:2} reads four items, two per page. */
  private String reader() {
    return dice.percent(85)
        ? "items:" + dice.below(5) + ":" + dice.between(1, 3)
        : "breaks:" + dice.any(RandomStates.ERRORS);
  }

  /** Generates a Task that calls another flow, which sees no outer variables. */
  JsonObject call(RandomFlow.Chain chain) {
    String child = flow.child(flow.machine(chain.depth + 1, List.of(), Optional.empty()));
    return FlowDraft.of("Task")
        .put("Resource", FLOW_PREFIX + child + FLOW_SUFFIX)
        .put("ResultPath", "$.called")
        .done();
  }

  JsonObject graph(RandomFlow.Chain chain) {
    FlowDraft nodes = new FlowDraft();
    List<String> before = new ArrayList<>();
    for (int i = dice.between(1, 4); i > 0; i--) {
      String name = flow.newName();
      JsonObject node = dice.percent(75) ? single(name, chain) : inner(chain, Optional.empty());
      List<Json> parents = new ArrayList<>();
      for (String other : before) {
        if (dice.percent(40)) {
          parents.add(Json.of(other));
        }
      }
      if (!parents.isEmpty()) {
        node = node.with("DependsOn", JsonArray.of(parents));
      }
      if (dice.percent(25)) {
        node = node.with("When", guard(parents));
      }
      nodes.put(name, node);
      before.add(name);
    }
    FlowDraft graph = FlowDraft.of("Graph").put("Nodes", nodes.done());
    states.recovery(graph, chain, true);
    return graph.put("ResultPath", "$.graph").done();
  }

  private Json guard(List<Json> parents) {
    if (!parents.isEmpty() && dice.percent(50)) {
      return new FlowDraft()
          .put("Variable", "$$.Graph.Results." + dice.any(parents).asText() + ".n")
          .put("IsPresent", dice.percent(50))
          .done();
    }
    return new FlowDraft().put("Variable", "$.n").put("NumericLessThan", dice.below(7)).done();
  }

  private JsonObject single(String name, RandomFlow.Chain chain) {
    if (dice.percent(20)) {
      return dice.percent(50)
          ? FlowDraft.of("Wait").put("Seconds", dice.below(4)).done()
          : FlowDraft.of("Pass").put("Result", json("{'n':1,'items':[]}")).done();
    }
    FlowDraft task = states.task(name);
    states.recovery(task, chain, false);
    return task.done();
  }

  private JsonObject inner(RandomFlow.Chain chain, Optional<JsonObject> first) {
    return flow.machine(chain.depth + 1, chain.variables, first);
  }
}
