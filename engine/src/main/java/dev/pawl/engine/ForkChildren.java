package dev.pawl.engine;

import dev.pawl.engine.data.StateData;
import dev.pawl.model.Distribution;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.model.StateKind;
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

/** Selects and starts the children of a fork, and reads their outcomes. */
final class ForkChildren {

  private final AdvanceContext turn;
  private final Transitions visits;

  ForkChildren(AdvanceContext turn, Transitions visits) {
    this.turn = turn;
    this.visits = visits;
  }

  /** Returns the index of a child that can start now; empty if there is none. */
  OptionalInt next(State state, ForkState fork) {
    if (turn.isExhausted()) {
      return OptionalInt.empty();
    }
    return switch (fork.plan()) {
      case ForkState.Plan.Branches branches ->
          fork.tally().next() < fork.slots().size()
              ? OptionalInt.of(fork.tally().next())
              : OptionalInt.empty();
      case ForkState.Plan.Items items -> {
        boolean room = items.concurrency() == 0 || fork.tally().running() < items.concurrency();
        boolean held = isDistributed(state) && turn.status == Status.PAUSED;
        yield room && !held && fork.tally().next() < fork.slots().size()
            ? OptionalInt.of(fork.tally().next())
            : OptionalInt.empty();
      }
      case ForkState.Plan.Nodes nodes -> nextNode((State.Graph) state, fork);
    };
  }

  private static OptionalInt nextNode(State.Graph graph, ForkState fork) {
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
      if (fork.slots().get(i) == ForkState.Slot.Idle.IDLE
          && done.containsAll(nodes.get(i).dependsOn())) {
        return OptionalInt.of(i);
      }
    }
    return OptionalInt.empty();
  }

  /** Returns true if the nodes that depend on this one may start; a skipped node counts as done. */
  private static boolean isDone(ForkState.Slot slot) {
    return slot == ForkState.Slot.Skipped.SKIPPED || outcome(slot).isPresent();
  }

  /** Starts a child and runs it until it waits or ends. */
  ForkState start(Frame parent, State state, ForkState fork, int index) {
    return switch (state) {
      case State.Graph graph -> startNode(parent, graph, fork, index);
      case State.MapEach map -> startItem(parent, map, fork, index);
      default -> {
        FrameId id = parent.id().child(state.name(), parent.visit().number(), "" + index);
        yield begin(fork, index, id, parent.scope().context(), machine(state, index), fork.input());
      }
    };
  }

  private ForkState begin(
      ForkState fork, int index, FrameId id, JsonObject context, Machine machine, Json input) {
    Frame.FrameVariables scope = new Frame.FrameVariables(fork.outer(), Map.of(), context);
    Frame frame = visits.run(Frame.create(id, scope, machine.startAt(), input, turn.now), machine);
    ForkState.Slot slot = new ForkState.Slot.Local(frame);
    ForkState.Tally tally = fork.tally().started();
    Optional<Outcome> outcome = outcome(slot);
    return fork.with(index, slot, outcome.isPresent() ? tally.ended(isFailure(outcome)) : tally);
  }

  private ForkState startItem(Frame parent, State.MapEach map, ForkState fork, int index) {
    Json item = ((ForkState.Plan.Items) fork.plan()).items().get(index);
    JsonObject context = itemContext(parent, item, index);
    Json input = isBatched(map) ? item : selected(parent, map, fork.input(), item, index);
    if (isDistributed(map)) {
      Command.StartChild command =
          new Command.StartChild(parent.step(), index, map.processor(), input, context);
      turn.commands.add(command);
      return fork.with(index, new ForkState.Slot.Remote(command), fork.tally().started());
    }
    FrameId id = parent.id().child(map.name(), parent.visit().number(), "" + index);
    return begin(fork, index, id, context, map.processor(), input);
  }

  /** Returns the input of a child: the item itself, or the value of the selector for it. */
  Json selected(Frame parent, State.MapEach map, Json input, Json item, int index) {
    if (map.items().selector().isEmpty()) {
      return item;
    }
    Frame seen = parent.withContext(itemContext(parent, item, index));
    StateData data = turn.data(seen, map.kind()).at(input);
    return data.value(map.items().selector().get(), "ItemSelector");
  }

  private static JsonObject itemContext(Frame parent, Json item, int index) {
    JsonObject about = JsonObject.of("Index", JsonNumber.of(index)).with("Value", item);
    return parent.scope().context().with("Map", JsonObject.of("Item", about));
  }

  private ForkState startNode(Frame parent, State.Graph graph, ForkState fork, int index) {
    State.Graph.Node node = List.copyOf(graph.nodes().values()).get(index);
    JsonObject results = results(graph, node, fork);
    JsonObject context = parent.scope().context().with("Graph", JsonObject.of("Results", results));
    FrameId id = parent.id().child(graph.name(), parent.visit().number(), node.name());
    Frame.FrameVariables scope = new Frame.FrameVariables(fork.outer(), Map.of(), context);
    Frame frame = Frame.create(id, scope, node.machine().startAt(), fork.input(), turn.now);
    StateKind kind = node.machine().state(node.machine().startAt()).kind();
    if (node.when().isPresent() && !turn.data(frame, kind).holds(node.when().get())) {
      turn.step(frame, kind, StepStatus.SKIPPED, StepChange.Result.NONE);
      return fork.with(index, ForkState.Slot.Skipped.SKIPPED, fork.tally().skipped());
    }
    return begin(fork, index, id, context, node.machine(), fork.input());
  }

  /** Returns the outputs of all nodes that this one depends on, directly or indirectly, by name. */
  private static JsonObject results(State.Graph graph, State.Graph.Node node, ForkState fork) {
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

  /** Returns the machine that the child with this index runs. */
  static Machine machine(State state, int index) {
    return switch (state) {
      case State.Parallel parallel -> parallel.branches().get(index);
      case State.MapEach map -> map.processor();
      case State.Graph graph -> List.copyOf(graph.nodes().values()).get(index).machine();
      default -> throw new IllegalArgumentException(state.kind() + " has no children");
    };
  }

  /** Returns the machine that a child runs, by the child's name in a frame id. */
  static Machine machine(State state, String child) {
    return state instanceof State.Graph graph
        ? graph.node(child).machine()
        : machine(state, Integer.parseInt(child));
  }

  /** Returns the index of a child by its name in a frame id; -1 if there is no such child. */
  static int index(State state, ForkState fork, String child) {
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

  static Optional<Outcome> outcome(ForkState.Slot slot) {
    return switch (slot) {
      case ForkState.Slot.Local(Frame frame) ->
          frame.activity() instanceof Activity.Ended(Outcome outcome)
              ? Optional.of(outcome)
              : Optional.empty();
      case ForkState.Slot.RemoteEnded(Outcome outcome) -> Optional.of(outcome);
      case ForkState.Slot.Idle idle -> Optional.empty();
      case ForkState.Slot.Skipped skipped -> Optional.empty();
      case ForkState.Slot.Remote remote -> Optional.empty();
    };
  }

  static boolean isFailure(Optional<Outcome> outcome) {
    return outcome.isPresent() && outcome.get() instanceof Outcome.Failed;
  }

  static Optional<Json> output(ForkState.Slot slot) {
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
