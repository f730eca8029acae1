package dev.pawl.model.check;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The variables visible to the states of a machine. */
final class VariableScope {

  private final MachineOutline machine;
  private final Optional<StateScope> around;
  private final Set<String> own = new HashSet<>();
  private final Map<String, List<String>> backward;

  private VariableScope(MachineOutline machine, Optional<StateScope> around) {
    this.machine = machine;
    this.around = around;
    this.backward = Reachability.reversed(Reachability.forward(machine));
    machine.states().forEach(stop -> own.addAll(stop.assigned().keySet()));
  }

  static VariableScope of(MachineOutline flow) {
    return new VariableScope(flow, Optional.empty());
  }

  /** Returns the scope of a machine nested in the given state. */
  static VariableScope inside(StateScope state, MachineOutline inner) {
    return new VariableScope(inner, Optional.of(state).filter(around -> !around.stop.isIsolated()));
  }

  StateScope at(StateOutline stop) {
    return new StateScope(this, stop);
  }

  /** Returns true if this machine or a visible enclosing machine assigns the variable. */
  boolean knows(String variable) {
    return own.contains(variable) || around.filter(a -> a.scope.knows(variable)).isPresent();
  }

  /**
   * Returns true if an enclosing machine may have assigned the variable before this machine runs.
   */
  boolean isTaken(String variable) {
    return around.filter(a -> a.setBefore(variable) || a.scope.isTaken(variable)).isPresent();
  }

  Set<String> own() {
    return own;
  }

  MachineOutline machine() {
    return machine;
  }

  /** A state as the enclosing scope of the machines nested in it. */
  static final class StateScope {

    private final VariableScope scope;
    private final StateOutline stop;
    private Optional<Set<String>> before = Optional.empty();

    private StateScope(VariableScope scope, StateOutline stop) {
      this.scope = scope;
      this.stop = stop;
    }

    private boolean setBefore(String variable) {
      // Walking back along all transitions is expensive, and names are seldom used twice.
      return scope.own.contains(variable) && names().contains(variable);
    }

    private Set<String> names() {
      if (before.isEmpty()) {
        Set<String> names = new HashSet<>();
        List<String> previous = scope.backward.getOrDefault(stop.name(), List.of());
        for (String state : Reachability.from(previous, scope.backward)) {
          scope.machine.state(state).ifPresent(s -> names.addAll(s.assigned().keySet()));
        }
        before = Optional.of(names);
      }
      return before.get();
    }
  }
}
