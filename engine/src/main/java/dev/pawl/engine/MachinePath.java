package dev.pawl.engine;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The path of a machine within a flow, with which another process finds the machine of an item of a
 * distributed Map. In {@code Fan/1/Each}, it is the item processor of the state Each in branch 1 of
 * the state Fan. The path of the flow's top-level machine is empty.
 */
public final class MachinePath {

  private MachinePath() {}

  /**
   * Returns the path of a machine, which is compared by identity.
   *
   * @throws IllegalArgumentException if the machine is not part of the flow
   */
  @SuppressWarnings("ReferenceEquality") // equal machines may occur at several paths
  public static String of(Flow flow, Machine machine) {
    for (Map.Entry<String, Machine> each : all(flow).entrySet()) {
      if (each.getValue() == machine) {
        return each.getKey();
      }
    }
    throw new IllegalArgumentException(
        "the machine that starts at '" + machine.startAt() + "' is no part of the flow");
  }

  /**
   * Returns the machine at a path.
   *
   * @throws IllegalArgumentException if the flow has no machine there
   */
  public static Machine find(Flow flow, String path) {
    Machine machine = flow.machine();
    Iterator<String> names = names(path).iterator();
    while (names.hasNext()) {
      State state = machine.state(names.next());
      machine =
          switch (state) {
            case State.Parallel parallel -> branch(parallel, next(names, path));
            case State.MapEach map -> map.processor();
            case State.Graph graph -> graph.node(next(names, path)).machine();
            case State.Task task -> throw nothingAt(path);
            case State.Choice choice -> throw nothingAt(path);
            case State.Wait wait -> throw nothingAt(path);
            case State.Pass pass -> throw nothingAt(path);
            case State.Succeed succeed -> throw nothingAt(path);
            case State.Fail fail -> throw nothingAt(path);
            case State.Human human -> throw nothingAt(path);
          };
    }
    return machine;
  }

  /** Joins the path of an outer machine and the path from there to an inner one. */
  public static String join(String outer, String inner) {
    return outer.isEmpty() || inner.isEmpty() ? outer + inner : outer + "/" + inner;
  }

  /** Returns all machines of a flow by path, each before the machines inside it. */
  public static Map<String, Machine> all(Flow flow) {
    Map<String, Machine> all = new LinkedHashMap<>();
    add("", flow.machine(), all);
    return all;
  }

  private static void add(String path, Machine machine, Map<String, Machine> all) {
    all.put(path, machine);
    for (State state : machine.states().values()) {
      String name = join(path, FrameId.escape(state.name()));
      switch (state) {
        case State.Parallel parallel -> {
          for (int i = 0; i < parallel.branches().size(); i++) {
            add(name + "/" + i, parallel.branches().get(i), all);
          }
        }
        case State.MapEach map -> add(name, map.processor(), all);
        case State.Graph graph ->
            graph
                .nodes()
                .forEach(
                    (node, inside) ->
                        add(name + "/" + FrameId.escape(node), inside.machine(), all));
        case State.Task task -> {}
        case State.Choice choice -> {}
        case State.Wait wait -> {}
        case State.Pass pass -> {}
        case State.Succeed succeed -> {}
        case State.Fail fail -> {}
        case State.Human human -> {}
      }
    }
  }

  private static List<String> names(String path) {
    return path.isEmpty()
        ? List.of()
        : Arrays.stream(path.split("/", -1)).map(FrameId::unescape).toList();
  }

  private static String next(Iterator<String> names, String path) {
    if (!names.hasNext()) {
      throw nothingAt(path);
    }
    return names.next();
  }

  private static Machine branch(State.Parallel parallel, String index) {
    int number = Integer.parseInt(index);
    if (number < 0 || number >= parallel.branches().size()) {
      throw new IllegalArgumentException("'%s' has no branch %s".formatted(parallel.name(), index));
    }
    return parallel.branches().get(number);
  }

  private static IllegalArgumentException nothingAt(String path) {
    return new IllegalArgumentException("the flow has no machine at '" + path + "'");
  }
}
