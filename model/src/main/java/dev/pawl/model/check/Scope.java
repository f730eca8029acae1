package dev.pawl.model.check;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables that the states of a machine see. */
final class Scope {

  private final Outline machine;
  private final Optional<Surroundings> around;
  private final Set<String> own = new HashSet<>();
  private final Map<String, List<String>> backward;

  private Scope(Outline machine, Optional<Surroundings> around) {
    this.machine = machine;
    this.around = around;
    this.backward = Ways.reversed(Ways.forward(machine));
    machine.stops().forEach(stop -> own.addAll(stop.assigned().keySet()));
  }

  static Scope of(Outline flow) {
    return new Scope(flow, Optional.empty());
  }

  /** The scope of a machine inside that state. */
  static Scope inside(Surroundings state, Outline inner) {
    return new Scope(inner, Optional.of(state).filter(around -> !around.stop.isIsolated()));
  }

  Surroundings surroundings(Stop stop) {
    return new Surroundings(this, stop);
  }

  /** Whether something sets the variable, here or around. */
  boolean knows(String variable) {
    return own.contains(variable) || around.filter(a -> a.scope.knows(variable)).isPresent();
  }

  /** Whether the variable belongs to a machine around this one, which may have set it by now. */
  boolean isTaken(String variable) {
    return around.filter(a -> a.setBefore(variable) || a.scope.isTaken(variable)).isPresent();
  }

  Set<String> own() {
    return own;
  }

  Outline machine() {
    return machine;
  }

  /** A state seen from the machines inside it. */
  static final class Surroundings {

    private final Scope scope;
    private final Stop stop;
    private Optional<Set<String>> before = Optional.empty();

    private Surroundings(Scope scope, Stop stop) {
      this.scope = scope;
      this.stop = stop;
    }

    private boolean setBefore(String variable) {
      // Looking back along all ways is dear, and names are seldom used twice.
      return scope.own.contains(variable) && names().contains(variable);
    }

    private Set<String> names() {
      if (before.isEmpty()) {
        Set<String> names = new HashSet<>();
        List<String> previous = scope.backward.getOrDefault(stop.name(), List.of());
        for (String state : Ways.from(previous, scope.backward)) {
          scope.machine.stop(state).ifPresent(s -> names.addAll(s.assigned().keySet()));
        }
        before = Optional.of(names);
      }
      return before.get();
    }
  }
}
