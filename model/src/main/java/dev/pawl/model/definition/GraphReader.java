package dev.pawl.model.definition;

import static dev.pawl.model.finding.Finding.Code.BAD_VALUE;
import static dev.pawl.model.finding.Finding.Code.CONFLICTING_FIELDS;

import dev.pawl.model.Condition;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import dev.pawl.model.field.Conditions;
import dev.pawl.model.field.DefinitionCursor;
import dev.pawl.model.field.FieldTable;
import dev.pawl.model.field.Fields;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

final class GraphReader implements KindReader {

  @Override
  public FieldTable fields() {
    return Fields.GRAPH;
  }

  @Override
  public State read(StateContext site) {
    Map<String, State.Graph.Node> nodes = new LinkedHashMap<>();
    Optional<DefinitionCursor> written = site.cursor().object("Nodes");
    if (written.filter(object -> object.json().members().isEmpty()).isPresent()) {
      site.cursor().report(BAD_VALUE, "Nodes", "'Nodes' has no nodes", "");
    }
    written.ifPresent(
        object ->
            object
                .json()
                .members()
                .keySet()
                .forEach(name -> node(site, object, name).ifPresent(n -> nodes.put(name, n))));
    return new State.Graph(HeaderReader.step(site), nodes, RecoveryReader.read(site));
  }

  private static Optional<State.Graph.Node> node(
      StateContext site, DefinitionCursor nodes, String name) {
    Optional<DefinitionCursor> written = nodes.object(name);
    if (written.isEmpty()) {
      return Optional.empty();
    }
    DefinitionCursor node = written.get();
    List<String> dependsOn = node.words("DependsOn");
    node.state().node(name, node.pointer(), dependsOn);
    Optional<Condition> when = Conditions.guard(node);
    return machine(site, node, name)
        .map(machine -> new State.Graph.Node(name, dependsOn, when, machine));
  }

  private static Optional<Machine> machine(StateContext site, DefinitionCursor node, String name) {
    if (!node.has("StartAt") && !node.has("States")) {
      return site.machines().readSingle(node, name);
    }
    if (node.has("Type")) {
      node.report(
          CONFLICTING_FIELDS,
          "Type",
          "a node is either one state or a machine with StartAt and States",
          "Put the state into States.");
    }
    Fields.NODE_MACHINE.with("Type").check(node);
    return site.machines().readNested(node);
  }
}
