package dev.pawl.engine;

import dev.pawl.engine.data.Data;
import dev.pawl.model.Distribution;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** The children of a fork: which one is next, how it begins, what came of it. */
final class Children {

  private final Turn turn;
  private final Visits visits;

  Children(Turn turn, Visits visits) {
    this.turn = turn;
    this.visits = visits;
  }

  /** The child that can begin now, if there is one. */
  OptionalInt next(State state, Fork fork) {
    if (turn.isExhausted()) {
      return OptionalInt.empty();
    }
    return switch (fork.plan()) {
      case Fork.Plan.Branches branches ->
          fork.tally().next() < fork.slots().size()
              ? OptionalInt.of(fork.tally().next())
              : OptionalInt.empty();
      case Fork.Plan.Items items -> {
        boolean room = items.concurrency() == 0 || fork.tally().running() < items.concurrency();
        boolean held = isDistributed(state) && turn.status == Status.PAUSED;
        yield room && !held && fork.tally().next() < fork.slots().size()
            ? OptionalInt.of(fork.tally().next())
            : OptionalInt.empty();
      }
      case Fork.Plan.Nodes nodes -> nextNode((State.Graph) state, fork);
    };
  }

  private static OptionalInt nextNode(State.Graph graph, Fork fork) {
    if (fork.tally().next() == fork.slots().size()) {
      return OptionalInt.empty();
    }
    List<State.Graph.Node> nodes = List.copyOf(graph.nodes().values());
    Set<String> done = new HashSet<>();
    for (int i = 0; i < nodes.size(); i++) {
      if (isDone(fork.slots().get(i))) {
        done.add(nodes.get(i).name());
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      if (fork.slots().get(i) == Fork.Slot.Idle.IDLE
          && done.containsAll(nodes.get(i).dependsOn())) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** A skipped node counts as done for those that depend on it. */
  private static boolean isDone(Fork.Slot slot) {
    return slot == Fork.Slot.Skipped.SKIPPED || outcome(slot).isPresent();
  }

  /** Begins a child and lets it run as far as it goes. */
  Fork start(Frame parent, State state, Fork fork, int index) {
    return switch (state) {
      case State.Graph graph -> startNode(parent, graph, fork, index);
      case State.MapEach map -> startItem(parent, map, fork, index);
      default -> {
        FrameId id = parent.id().child(state.name(), parent.visit().number(), "" + index);
        yield begin(fork, index, id, parent.scope().context(), machine(state, index), fork.input());
      }
    };
  }

  private Fork begin(
      Fork fork, int index, FrameId id, JsonObject context, Machine machine, Json input) {
    Frame.Scope scope = new Frame.Scope(fork.outer(), Map.of(), context);
    Frame frame = visits.run(Frame.create(id, scope, machine.startAt(), input, turn.now), machine);
    Fork.Slot slot = new Fork.Slot.Local(frame);
    Fork.Tally tally = fork.tally().started();
    Optional<Outcome> outcome = outcome(slot);
    return fork.with(index, slot, outcome.isPresent() ? tally.ended(isFailure(outcome)) : tally);
  }

  private Fork startItem(Frame parent, State.MapEach map, Fork fork, int index) {
    Json item = ((Fork.Plan.Items) fork.plan()).items().get(index);
    JsonObject context = itemContext(parent, item, index);
    Json input = isBatched(map) ? item : selected(parent, map, fork.input(), item, index);
    if (isDistributed(map)) {
      Command.StartChild command =
          new Command.StartChild(parent.step(), index, map.processor(), input, context);
      turn.commands.add(command);
      return fork.with(index, new Fork.Slot.Remote(command), fork.tally().started());
    }
    FrameId id = parent.id().child(map.name(), parent.visit().number(), "" + index);
    return begin(fork, index, id, context, map.processor(), input);
  }

  /** What a child gets of an item: the item itself, or what the selector makes of it. */
  Json selected(Frame parent, State.MapEach map, Json input, Json item, int index) {
    if (map.items().selector().isEmpty()) {
      return item;
    }
    Frame seen = parent.withContext(itemContext(parent, item, index));
    Data data = turn.data(seen, map.type()).at(input);
    return data.value(map.items().selector().get(), "ItemSelector");
  }

  private static JsonObject itemContext(Frame parent, Json item, int index) {
    JsonObject about = JsonObject.of("Index", JsonNumber.of(index)).with("Value", item);
    return parent.scope().context().with("Map", JsonObject.of("Item", about));
  }

  private Fork startNode(Frame parent, State.Graph graph, Fork fork, int index) {
    State.Graph.Node node = List.copyOf(graph.nodes().values()).get(index);
    JsonObject results = results(graph, node, fork);
    JsonObject context = parent.scope().context().with("Graph", JsonObject.of("Results", results));
    FrameId id = parent.id().child(graph.name(), parent.visit().number(), node.name());
    Frame.Scope scope = new Frame.Scope(fork.outer(), Map.of(), context);
    Frame frame = Frame.create(id, scope, node.machine().startAt(), fork.input(), turn.now);
    String type = node.machine().state(node.machine().startAt()).type();
    if (node.when().isPresent() && !turn.data(frame, type).holds(node.when().get())) {
      turn.step(frame, type, StepStatus.SKIPPED, Step.Result.NONE);
      return fork.with(index, Fork.Slot.Skipped.SKIPPED, fork.tally().skipped());
    }
    return begin(fork, index, id, context, node.machine(), fork.input());
  }

  /** What the nodes that this one depends on, directly or not, have brought. */
  private static JsonObject results(State.Graph graph, State.Graph.Node node, Fork fork) {
    List<String> names = List.copyOf(graph.nodes().keySet());
    Set<String> before = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(node.dependsOn());
    while (!open.isEmpty()) {
      String name = open.pop();
      if (before.add(name)) {
        open.addAll(graph.node(name).dependsOn());
      }
    }
    Map<String, Json> results = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (before.contains(names.get(i))) {
        String name = names.get(i);
        output(fork.slots().get(i)).ifPresent(output -> results.put(name, output));
      }
    }
    return JsonObject.of(results);
  }

  /** The machine that a child runs. */
  static Machine machine(State state, int index) {
    return switch (state) {
      case State.Parallel parallel -> parallel.branches().get(index);
      case State.MapEach map -> map.processor();
      case State.Graph graph -> List.copyOf(graph.nodes().values()).get(index).machine();
      default -> throw new IllegalArgumentException(state.type() + " has no children");
    };
  }

  /** The same by the name that the child has in a frame's id. */
  static Machine machine(State state, String child) {
    return state instanceof State.Graph graph
        ? graph.node(child).machine()
        : machine(state, Integer.parseInt(child));
  }

  /** The place of a child among its siblings, or -1. */
  static int index(State state, Fork fork, String child) {
    if (state instanceof State.Graph graph) {
      return List.copyOf(graph.nodes().keySet()).indexOf(child);
    }
    try {
      int index = Integer.parseInt(child);
      return index >= 0 && index < fork.slots().size() ? index : -1;
    } catch (NumberFormatException e) {
      return -1;
    }
  }

  static Optional<Outcome> outcome(Fork.Slot slot) {
    return switch (slot) {
      case Fork.Slot.Local(Frame frame) ->
          frame.activity() instanceof Activity.Ended(Outcome outcome)
              ? Optional.of(outcome)
              : Optional.empty();
      case Fork.Slot.RemoteEnded(Outcome outcome) -> Optional.of(outcome);
      case Fork.Slot.Idle idle -> Optional.empty();
      case Fork.Slot.Skipped skipped -> Optional.empty();
      case Fork.Slot.Remote remote -> Optional.empty();
    };
  }

  static boolean isFailure(Optional<Outcome> outcome) {
    return outcome.isPresent() && outcome.get() instanceof Outcome.Failed;
  }

  static Optional<Json> output(Fork.Slot slot) {
    return outcome(slot)
        .filter(Outcome.Succeeded.class::isInstance)
        .map(outcome -> ((Outcome.Succeeded) outcome).output());
  }

  static boolean isBatched(State state) {
    return state instanceof State.MapEach map
        && map.distribution().flatMap(Distribution::batcher).isPresent();
  }

  static boolean isDistributed(State state) {
    return state instanceof State.MapEach map && map.distribution().isPresent();
  }
}
