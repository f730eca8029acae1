package dev.pawl.model.diagram;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Draws a flow as a Mermaid flowchart.
 *
 * <p>Nested machines are boxes, a Choice is a rhombus, a Wait is a hexagon and a Human state is a
 * slanted box. Dashed lines are transitions after errors and timeouts. Equal flows give equal text.
 */
public final class MermaidDiagram {

  private final StringBuilder out = new StringBuilder("flowchart TD\n");
  private int drawn;

  private MermaidDiagram() {}

  public static String of(Flow flow) {
    MermaidDiagram diagram = new MermaidDiagram();
    diagram.machine(flow.machine(), "  ");
    return diagram.out.toString();
  }

  private void machine(Machine machine, String indent) {
    String start = id();
    line(indent, start + "((\" \"))");
    Map<String, String> ids = new LinkedHashMap<>();
    for (State state : machine.states().values()) {
      String id = id();
      ids.put(state.name(), id);
      state(state, id, indent);
    }
    DiagramEdges arrows = new DiagramEdges(ids, id());
    line(indent, start + " --> " + arrows.to(machine.startAt()));
    for (State state : machine.states().values()) {
      arrows.from(state).forEach(arrow -> line(indent, arrow));
    }
    if (arrows.reachEnd()) {
      line(indent, arrows.end() + "(((\" \")))");
    }
  }

  private void state(State state, String id, String indent) {
    String name = Label.quoted(state.name());
    switch (state) {
      case State.Task task -> line(indent, id + "[" + name + "]");
      case State.Choice choice -> line(indent, id + "{" + name + "}");
      case State.Wait wait -> line(indent, id + "{{" + name + "}}");
      case State.Human human -> line(indent, id + "[/" + name + "/]");
      case State.Pass pass -> line(indent, id + "(" + name + ")");
      case State.Succeed succeed -> line(indent, id + "([" + name + "])");
      case State.Fail fail -> line(indent, id + "([" + Label.quoted("✗ " + fail.name()) + "])");
      case State.Parallel parallel -> parallel(parallel, id, indent);
      case State.MapEach map -> box(id, map.name() + " (for each)", map.processor(), indent);
      case State.Graph graph -> graph(graph, id, indent);
    }
  }

  private void parallel(State.Parallel parallel, String id, String indent) {
    open(id, parallel.name(), indent);
    for (int i = 0; i < parallel.branches().size(); i++) {
      box(id(), "branch " + (i + 1), parallel.branches().get(i), indent + "  ");
    }
    line(indent, "end");
  }

  private void graph(State.Graph graph, String id, String indent) {
    open(id, graph.name(), indent);
    Map<String, String> ids = new LinkedHashMap<>();
    for (State.Graph.Node node : graph.nodes().values()) {
      String nodeId = id();
      ids.put(node.name(), nodeId);
      node(node, nodeId, indent + "  ");
    }
    for (State.Graph.Node node : graph.nodes().values()) {
      String guard = node.when().map(ConditionText::of).map(Label::onArrow).orElse("");
      for (String before : node.dependsOn()) {
        line(indent, "  " + ids.get(before) + " -->" + guard + " " + ids.get(node.name()));
      }
    }
    line(indent, "end");
  }

  private void node(State.Graph.Node node, String id, String indent) {
    boolean single =
        node.machine().states().size() == 1 && node.machine().states().containsKey(node.name());
    if (single) {
      state(node.machine().state(node.name()), id, indent);
    } else {
      box(id, node.name(), node.machine(), indent);
    }
  }

  private void box(String id, String name, Machine machine, String indent) {
    open(id, name, indent);
    machine(machine, indent + "  ");
    line(indent, "end");
  }

  private void open(String id, String name, String indent) {
    line(indent, "subgraph " + id + " [" + Label.quoted(name) + "]");
  }

  private String id() {
    return "s" + ++drawn;
  }

  private void line(String indent, String text) {
    out.append(indent).append(text).append('\n');
  }
}
