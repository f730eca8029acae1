package dev.pawl.testkit.simulation;

import static dev.pawl.testkit.simulation.Draft.json;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Random states with machines inside. */
final class RandomForks {

  private final Dice dice;
  private final RandomFlow flow;
  private final RandomStates states;

  RandomForks(Dice dice, RandomFlow flow) {
    this.dice = dice;
    this.flow = flow;
    this.states = new RandomStates(dice);
  }

  JsonObject parallel(RandomFlow.Chain chain) {
    List<Json> branches = new ArrayList<>();
    for (int i = dice.between(1, 3); i > 0; i--) {
      branches.add(inner(chain, Optional.empty()));
    }
    Draft parallel = Draft.of("Parallel").put("Branches", JsonArray.of(branches));
    states.recovery(parallel, chain, true);
    if (dice.percent(30)) {
      parallel.put("ResultSelector", json("{'n.$':'$[0].n','items.$':'$[0].items','all.$':'$'}"));
    } else {
      parallel.put("ResultPath", "$.parallel");
    }
    return parallel.done();
  }

  JsonObject map(RandomFlow.Chain chain) {
    Draft map =
        Draft.of("Map")
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

  /** Items run as executions of their own; the resource of the reader says what it does. */
  JsonObject distributed(RandomFlow.Chain chain) {
    boolean batches = dice.percent(35);
    Optional<JsonObject> first =
        batches
            ? Optional.of(
                Draft.of("Pass").put("Parameters", json("{'n':2,'items.$':'$.Items'}")).done())
            : Optional.empty();
    // A child is an execution of its own: it sees no variables from outside.
    JsonObject processor =
        flow.machine(chain.depth + 1, List.of(), first)
            .with("ProcessorConfig", json("{'Mode':'DISTRIBUTED','ExecutionType':'STANDARD'}"));
    Draft map = Draft.of("Map").put("ItemProcessor", processor).put("ResultPath", "$.distributed");
    if (dice.percent(50)) {
      map.put("ItemReader", new Draft().put("Resource", reader()).done());
    } else {
      map.put("ItemsPath", "$.items");
    }
    if (batches) {
      map.put("ItemBatcher", new Draft().put("MaxItemsPerBatch", dice.between(1, 3)).done());
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
          "ResultWriter", new Draft().put("Resource", dice.any("ok", "ok", "breaks:Boom")).done());
    }
    states.recovery(map, chain, true);
    return map.done();
  }

  /** {@code items:4:2} brings four items, two at a time. */
  private String reader() {
    return dice.percent(85)
        ? "items:" + dice.below(5) + ":" + dice.between(1, 3)
        : "breaks:" + dice.any(RandomStates.ERRORS);
  }

  JsonObject graph(RandomFlow.Chain chain) {
    Draft nodes = new Draft();
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
    Draft graph = Draft.of("Graph").put("Nodes", nodes.done());
    states.recovery(graph, chain, true);
    return graph.put("ResultPath", "$.graph").done();
  }

  private Json guard(List<Json> parents) {
    if (!parents.isEmpty() && dice.percent(50)) {
      return new Draft()
          .put("Variable", "$$.Graph.Results." + dice.any(parents).asText() + ".n")
          .put("IsPresent", dice.percent(50))
          .done();
    }
    return new Draft().put("Variable", "$.n").put("NumericLessThan", dice.below(7)).done();
  }

  private JsonObject single(String name, RandomFlow.Chain chain) {
    if (dice.percent(20)) {
      return dice.percent(50)
          ? Draft.of("Wait").put("Seconds", dice.below(4)).done()
          : Draft.of("Pass").put("Result", json("{'n':1,'items':[]}")).done();
    }
    Draft task = states.task(name);
    states.recovery(task, chain, false);
    return task.done();
  }

  private JsonObject inner(RandomFlow.Chain chain, Optional<JsonObject> first) {
    return flow.machine(chain.depth + 1, chain.variables, first);
  }
}
