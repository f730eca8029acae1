package dev.pawl.model.check;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The bones of a state. */
public final class Stop {

  private final String name;
  private final String pointer;
  private final List<Exit> exits = new ArrayList<>();
  private final List<Outline> machines = new ArrayList<>();
  private final Map<String, Node> nodes = new LinkedHashMap<>();
  private final Map<String, String> assigned = new LinkedHashMap<>();
  private final Map<String, String> read = new LinkedHashMap<>();
  private final List<Mention> mentioned = new ArrayList<>();
  private boolean end;
  private boolean pausing;
  private boolean isolated;

  public Stop(String name, String pointer) {
    this.name = name;
    this.pointer = pointer;
  }

  /** A way to another state. */
  record Exit(String target, String pointer) {}

  /** A node of a Graph. */
  record Node(String name, String pointer, List<String> dependsOn) {}

  /** Text that reads a variable in other places, but not here. */
  record Mention(String variable, String pointer, String advice) {}

  public void exit(String target, String at) {
    exits.add(new Exit(target, at));
  }

  /** The machine may end here. */
  public void end() {
    end = true;
  }

  /** The state works or waits: a loop through it is no busy loop. */
  public void pausing() {
    pausing = true;
  }

  /** What runs inside sees none of the variables outside. */
  public void isolated() {
    isolated = true;
  }

  public void machine(Outline inner) {
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
   * Notes text that is not evaluated and looks like a variable.
   *
   * @param advice what to do if there is such a variable
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

  List<Outline> machines() {
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
        || machines.stream().anyMatch(inner -> inner.stops().stream().anyMatch(Stop::isPausing));
  }
}
