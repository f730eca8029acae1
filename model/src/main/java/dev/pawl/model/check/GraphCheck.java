package dev.pawl.model.check;

import static dev.pawl.model.finding.Finding.Code.BAD_TARGET;
import static dev.pawl.model.finding.Finding.Code.CYCLE;

import dev.pawl.model.finding.Findings;
import dev.pawl.model.finding.Nearest;
import dev.pawl.model.json.Pointer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks that the dependencies between the nodes of a Graph have no cycle. */
final class GraphCheck {

  private final Findings findings;

  GraphCheck(Findings findings) {
    this.findings = findings;
  }

  void check(MachineOutline machine) {
    for (StateOutline stop : machine.states()) {
      checkNodes(stop.nodes());
      stop.machines().forEach(this::check);
    }
  }

  private void checkNodes(Map<String, StateOutline.Node> nodes) {
    Map<String, List<String>> edges = new LinkedHashMap<>();
    for (StateOutline.Node node : nodes.values()) {
      edges.put(node.name(), node.dependsOn());
      for (int i = 0; i < node.dependsOn().size(); i++) {
        checkDependency(nodes, node, i);
      }
    }
    Cycles.of(edges).forEach(cycle -> report(nodes.get(cycle.getFirst()), cycle));
  }

  private void report(StateOutline.@Nullable Node first, List<String> cycle) {
    if (first != null) {
      findings.add(
          CYCLE,
          Pointer.member(first.pointer(), "DependsOn"),
          cycle.size() == 1
              ? "the node '" + first.name() + "' depends on itself"
              : "the nodes depend on each other: " + CycleText.of(cycle),
          "Take one of these dependencies out.");
    }
  }

  private void checkDependency(
      Map<String, StateOutline.Node> nodes, StateOutline.Node node, int index) {
    String name = node.dependsOn().get(index);
    String pointer = Pointer.element(Pointer.member(node.pointer(), "DependsOn"), index);
    if (!nodes.containsKey(name)) {
      findings.add(
          BAD_TARGET,
          pointer,
          "there is no node '" + name + "' beside '" + node.name() + "'",
          Nearest.advice(name, nodes.keySet()));
    }
  }
}
