package dev.pawl.model.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The outline of a state that the checks use: transitions, nodes, variables and nested machines.
 */
public final class StateOutline {

  private final String name;
  private final String pointer;
  private final List<Exit> exits = new ArrayList<>();
  private final List<MachineOutline> machines = new ArrayList<>();
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<String, String> assigned = new LinkedHashMap<>();
  private final Map<String, String> read = new LinkedHashMap<>();
  private final List<Mention> mentioned = new ArrayList<>();
  private boolean end;
  private boolean pausing;
  private boolean isolated;

  public StateOutline(String name, String pointer) {
    this.name = name;
    this.pointer = pointer;
  }

  /** A transition to another state. */
  record Exit(String target, String pointer) {}

  /** A node of a Graph. */
  record Node(String name, String pointer, List<String> dependsOn) {}

  /** Text that is not evaluated here but would read a variable in other fields. */
  record Mention(String variable, String pointer, String advice) {}

  public void exit(String target, String at) {
    exits.add(new Exit(target, at));
  }

  /** Records that the machine may end in this state. */
  public void end() {
    end = true;
  }

  /** Records that the state works or waits, so that a loop through it is not a busy loop. */
  public void pausing() {
    pausing = true;
  }

  /** Records that machines nested in the state cannot see the variables outside of it. */
  public void isolated() {
    isolated = true;
  }

  public void machine(MachineOutline inner) {
    machines.add(inner);
  }

  public void node(String node, String at, List<String> dependsOn) {
    nodes.put(node, new Node(node, at, List.copyOf(dependsOn)));
  }

  public void assigns(String variable, String at) {
    assigned.putIfAbsent(variable, at);
  }

  public void reads(String variable, String at) {
    read.putIfAbsent(variable, at);
  }

  /**
   * Records text that is not evaluated but looks like a variable.
   *
   * @param advice what to do if such a variable exists
   */
  public void mentions(String variable, String at, String advice) {
    mentioned.add(new Mention(variable, at, advice));
  }

  String name() {
    return name;
  }

  String pointer() {
    return pointer;
  }

  List<Exit> exits() {
    return exits;
  }

  List<MachineOutline> machines() {
    return machines;
  }

  Map<String, Node> nodes() {
    return nodes;
  }

  Map<String, String> assigned() {
    return assigned;
  }

  Map<String, String> read() {
    return read;
  }

  List<Mention> mentioned() {
    return mentioned;
  }

  boolean isEnd() {
    return end;
  }

  boolean isIsolated() {
    return isolated;
  }

  boolean isPausing() {
    return pausing
        || machines.stream()
            .anyMatch(inner -> inner.states().stream().anyMatch(StateOutline::isPausing));
  }
}
