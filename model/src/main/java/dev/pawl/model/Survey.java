package dev.pawl.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** All that the states of a flow, however deep, need from outside. */
public final class Survey {

  private final List<Use> uses = new ArrayList<>();
  private final List<State.Human> humans = new ArrayList<>();
  private final List<Name> names = new ArrayList<>();

  private Survey() {}

  /** A resource and the state that names it. */
  public record Use(State state, String resource, Purpose purpose) {}

  /** A state's name and how many forks it is away from the root. */
  public record Name(String name, int depth) {}

  /** What a resource is asked for. */
  public enum Purpose {
    WORK,
    UNDO,
    READ_ITEMS,
    WRITE_RESULTS
  }

  public static Survey of(Machine machine) {
    Survey survey = new Survey();
    survey.visit(machine, 0);
    return survey;
  }

  public List<Use> uses() {
    return List.copyOf(uses);
  }

  public List<State.Human> humans() {
    return List.copyOf(humans);
  }

  /** Every name with the number of machines around it. */
  public List<Name> names() {
    return List.copyOf(names);
  }

  private void visit(Machine machine, int depth) {
    for (State state : machine.states().values()) {
      names.add(new Name(state.name(), depth));
      visit(state, depth);
    }
  }

  private void visit(State state, int depth) {
    switch (state) {
      case State.Task task -> {
        uses.add(new Use(task, task.resource(), Purpose.WORK));
        Optional<Compensation> undo = task.compensation();
        undo.ifPresent(u -> uses.add(new Use(task, u.resource(), Purpose.UNDO)));
      }
      case State.Parallel parallel -> parallel.branches().forEach(m -> visit(m, depth + 1));
      case State.MapEach map -> {
        map.distribution().ifPresent(distribution -> visit(map, distribution));
        visit(map.processor(), depth + 1);
      }
      case State.Graph graph -> graph.nodes().values().forEach(n -> visit(n.machine(), depth + 1));
      case State.Human human -> humans.add(human);
      case State.Choice choice -> {}
      case State.Wait wait -> {}
      case State.Pass pass -> {}
      case State.Succeed succeed -> {}
      case State.Fail fail -> {}
    }
  }

  private void visit(State.MapEach map, Distribution distribution) {
    distribution
        .reader()
        .ifPresent(reader -> uses.add(new Use(map, reader.resource(), Purpose.READ_ITEMS)));
    distribution
        .writer()
        .flatMap(Distribution.ResultWriter::resource)
        .ifPresent(resource -> uses.add(new Use(map, resource, Purpose.WRITE_RESULTS)));
  }
}
