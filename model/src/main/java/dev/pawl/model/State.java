package dev.pawl.model;

import dev.pawl.sdk.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A state of a definition. */
public sealed interface State {

  Header header();

  default String name() {
    return header().name();
  }

  /** Returns the kind of this state. */
  default StateKind kind() {
    return switch (this) {
      case Task task -> StateKind.TASK;
      case Choice choice -> StateKind.CHOICE;
      case Parallel parallel -> StateKind.PARALLEL;
      case MapEach map -> StateKind.MAP;
      case Wait wait -> StateKind.WAIT;
      case Pass pass -> StateKind.PASS;
      case Succeed succeed -> StateKind.SUCCEED;
      case Fail fail -> StateKind.FAIL;
      case Graph graph -> StateKind.GRAPH;
      case Human human -> StateKind.HUMAN;
    };
  }

  /**
   * The fields that every state has.
   *
   * @param location JSON Pointer to the state in the definition
   * @param when condition without which the state is skipped and its input becomes its output
   * @param next name of the next state; empty if the machine ends here
   */
  record Header(
      String name,
      String location,
      QueryLanguage language,
      Optional<Condition> when,
      Shaping shaping,
      Optional<String> next) {}

  /** The error handling of a state: retriers first, then catchers. */
  record Recovery(List<Retrier> retriers, List<Catcher> catchers) {
    public static final Recovery NONE = new Recovery(List.of(), List.of());

    public Recovery {
      retriers = List.copyOf(retriers);
      catchers = List.copyOf(catchers);
    }
  }

  /** The maximum duration of work and the maximum time between heartbeats; both in seconds. */
  record Deadlines(Optional<Template> timeout, Optional<Template> heartbeat) {
    public static final Deadlines NONE = new Deadlines(Optional.empty(), Optional.empty());
  }

  /**
   * Work of a handler or worker, of another flow, or of a program that has the task token.
   *
   * @param config the settings of the handler, besides its input
   */
  record Task(
      Header header,
      String resource,
      Optional<Template> config,
      Deadlines deadlines,
      Recovery recovery,
      Optional<Compensation> compensation)
      implements State {}

  /** A branch: the first rule whose condition is true selects the next state. */
  record Choice(Header header, List<Rule> rules, Optional<String> otherwise) implements State {
    public Choice {
      rules = List.copyOf(rules);
    }

    /** A rule of a Choice; {@code assign} and {@code output} apply if the rule is selected. */
    public record Rule(
        Condition when, String next, Map<String, Template> assign, Optional<Template> output) {
      public Rule {
        assign = Collections.unmodifiableMap(new LinkedHashMap<>(assign));
      }
    }
  }

  /** Concurrent branches that get the same input. */
  record Parallel(Header header, List<Machine> branches, Recovery recovery) implements State {
    public Parallel {
      branches = List.copyOf(branches);
    }
  }

  /** A loop: one machine that runs for each item of a list. */
  record MapEach(
      Header header,
      Machine processor,
      Items items,
      Tolerance tolerance,
      Optional<Distribution> distribution,
      Recovery recovery)
      implements State {

    /**
     * The items of a Map and the input of its iterations.
     *
     * @param source the list of items; the input of the state if absent
     * @param selector input of each iteration; the item if absent
     */
    public record Items(
        Optional<Template> source,
        Optional<Template> selector,
        Optional<Template> maxConcurrency) {}

    /** The number or share of items that may fail without failing the state. */
    public record Tolerance(Optional<Template> failureCount, Optional<Template> failurePercentage) {
      public static final Tolerance NONE = new Tolerance(Optional.empty(), Optional.empty());
    }
  }

  /** A pause until a time or an event. */
  record Wait(Header header, Until until) implements State {

    /** The condition that ends the wait. */
    public sealed interface Until {
      record Seconds(Template seconds) implements Until {}

      record Timestamp(Template timestamp) implements Until {}

      /**
       * A wait for an event.
       *
       * @param timeoutNext next state after the timeout; the state fails if absent
       */
      record Event(Template name, Optional<Template> timeout, Optional<String> timeoutNext)
          implements Until {}
    }
  }

  /** A state that only transforms data. */
  record Pass(Header header, Optional<Json> result) implements State {}

  /** The successful end of a machine. */
  record Succeed(Header header) implements State {}

  /** The end of a machine with an error. */
  record Fail(Header header, Optional<Template> error, Optional<Template> cause) implements State {}

  /** Nodes that start as soon as all nodes they depend on are done. */
  record Graph(Header header, Map<String, Node> nodes, Recovery recovery) implements State {
    public Graph {
      nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
    }

    /**
     * Returns the node with that name.
     *
     * @throws IllegalArgumentException if there is none; the checker excludes that
     */
    public Node node(String name) {
      Node node = nodes.get(name);
      if (node == null) {
        throw new IllegalArgumentException("there is no node '" + name + "'");
      }
      return node;
    }

    /**
     * A node of a Graph.
     *
     * @param when condition without which the node is skipped
     */
    public record Node(
        String name, List<String> dependsOn, Optional<Condition> when, Machine machine) {
      public Node {
        dependsOn = List.copyOf(dependsOn);
      }
    }
  }

  /** Work or a decision of a person. */
  record Human(
      Header header,
      HumanTask humanTask,
      Map<String, Optional<String>> outcomes,
      Deadlines deadlines,
      Recovery recovery)
      implements State {

    /** The only outcome of a state that defines none. */
    public static final String COMPLETED = "completed";

    public Human {
      outcomes = Collections.unmodifiableMap(new LinkedHashMap<>(outcomes));
    }

    /** Returns true if a person must choose an outcome, so that the step cannot be skipped. */
    public boolean mustBeDecided() {
      return !humanTask.optional() && !outcomes.equals(Map.of(COMPLETED, Optional.<String>empty()));
    }

    /**
     * The task as the person sees it.
     *
     * @param assignees names of the people and groups that may do it
     * @param form JSON Schema of the data that the person enters
     * @param optional true if the step may be skipped
     * @param sendBack true if the person may send the execution back to an earlier step
     */
    public record HumanTask(
        Kind kind,
        Optional<Template> title,
        Optional<Template> assignees,
        Json form,
        boolean optional,
        boolean sendBack) {}

    /** The kind of a human task: manual work or a decision. */
    public enum Kind {
      MANUAL,
      APPROVAL
    }
  }
}
