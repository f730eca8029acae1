package dev.pawl.model;

import dev.pawl.sdk.Json;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A node of the definition. */
public sealed interface State {

  Header header();

  default String name() {
    return header().name();
  }

  /** The word for this kind of state in a definition. */
  default String type() {
    return switch (this) {
      case Task task -> "Task";
      case Choice choice -> "Choice";
      case Parallel parallel -> "Parallel";
      case MapEach map -> "Map";
      case Wait wait -> "Wait";
      case Pass pass -> "Pass";
      case Succeed succeed -> "Succeed";
      case Fail fail -> "Fail";
      case Graph graph -> "Graph";
      case Human human -> "Human";
    };
  }

  /**
   * What every state has.
   *
   * @param when the state is skipped, and its input handed on, where this does not hold
   * @param next where to go afterwards; empty ends the machine
   */
  record Header(
      String name,
      QueryLanguage language,
      Optional<Condition> when,
      Shaping shaping,
      Optional<String> next) {}

  /** What to do about errors. */
  record Recovery(List<Retrier> retriers, List<Catcher> catchers) {
    public static final Recovery NONE = new Recovery(List.of(), List.of());

    public Recovery {
      retriers = List.copyOf(retriers);
      catchers = List.copyOf(catchers);
    }
  }

  /** How long work may take, and how often it must show a sign of life; both in seconds. */
  record Deadlines(Optional<Template> timeout, Optional<Template> heartbeat) {
    public static final Deadlines NONE = new Deadlines(Optional.empty(), Optional.empty());
  }

  /** Work done by a handler, by another flow, or from outside with a task token. */
  record Task(
      Header header,
      String resource,
      Deadlines deadlines,
      Recovery recovery,
      Optional<Compensation> compensation)
      implements State {}

  /** The first rule that holds decides where to go. */
  record Choice(Header header, List<Rule> rules, Optional<String> otherwise) implements State {
    public Choice {
      rules = List.copyOf(rules);
    }

    /** Assign and Output apply when this rule is the one. */
    public record Rule(
        Condition when, String next, Map<String, Template> assign, Optional<Template> output) {
      public Rule {
        assign = Collections.unmodifiableMap(new LinkedHashMap<>(assign));
      }
    }
  }

  /** Machines that run side by side on the same input. */
  record Parallel(Header header, List<Machine> branches, Recovery recovery) implements State {
    public Parallel {
      branches = List.copyOf(branches);
    }
  }

  /** One machine run for each item of a list. */
  record MapEach(
      Header header,
      Machine processor,
      Items items,
      Tolerance tolerance,
      Optional<Distribution> distribution,
      Recovery recovery)
      implements State {

    /**
     * @param source the list, where it is not the state's input itself
     * @param selector what each iteration gets, where it is not the item itself
     */
    public record Items(
        Optional<Template> source,
        Optional<Template> selector,
        Optional<Template> maxConcurrency) {}

    /** How many items may fail before the state does. */
    public record Tolerance(Optional<Template> failureCount, Optional<Template> failurePercentage) {
      public static final Tolerance NONE = new Tolerance(Optional.empty(), Optional.empty());
    }
  }

  /** Sleeps until a time or an event. */
  record Wait(Header header, Until until) implements State {

    public sealed interface Until {
      record Seconds(Template seconds) implements Until {}

      record Timestamp(Template timestamp) implements Until {}

      /**
       * @param timeoutNext where to go when the time is over; without it the state fails
       */
      record Event(Template name, Optional<Template> timeout, Optional<String> timeoutNext)
          implements Until {}
    }
  }

  /** Hands data on, perhaps reshaped. */
  record Pass(Header header, Optional<Json> result) implements State {}

  /** Ends the machine well. */
  record Succeed(Header header) implements State {}

  /** Ends the machine with an error. */
  record Fail(Header header, Optional<Template> error, Optional<Template> cause) implements State {}

  /** Nodes that run as soon as all they depend on is done. */
  record Graph(Header header, Map<String, Node> nodes, Recovery recovery) implements State {
    public Graph {
      nodes = Collections.unmodifiableMap(new LinkedHashMap<>(nodes));
    }

    /** The node of that name, which the checker has shown to exist. */
    public Node node(String name) {
      Node node = nodes.get(name);
      if (node == null) {
        throw new IllegalArgumentException("there is no node '" + name + "'");
      }
      return node;
    }

    /**
     * @param when the node is skipped where this does not hold
     */
    public record Node(
        String name, List<String> dependsOn, Optional<Condition> when, Machine machine) {
      public Node {
        dependsOn = List.copyOf(dependsOn);
      }
    }
  }

  /** Work done by a person. */
  record Human(
      Header header,
      Desk desk,
      Map<String, Optional<String>> outcomes,
      Deadlines deadlines,
      Recovery recovery)
      implements State {

    /** The only outcome of a state that names none. */
    public static final String COMPLETED = "completed";

    public Human {
      outcomes = Collections.unmodifiableMap(new LinkedHashMap<>(outcomes));
    }

    /** True if one of the outcomes that its author names must be chosen: it cannot be skipped. */
    public boolean mustBeDecided() {
      return !desk.optional() && !outcomes.equals(Map.of(COMPLETED, Optional.<String>empty()));
    }

    /**
     * What the person sees and may do.
     *
     * @param assignees who may take it: names of people and groups
     * @param form JSON Schema of what the person fills in
     * @param optional the step may be skipped
     * @param sendBack the step may send the execution back to an earlier one
     */
    public record Desk(
        Kind kind,
        Optional<Template> title,
        Optional<Template> assignees,
        Json form,
        boolean optional,
        boolean sendBack) {}

    /** Manual work, or a decision. */
    public enum Kind {
      MANUAL,
      APPROVAL
    }
  }
}
