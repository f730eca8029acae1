package dev.pawl.engine;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import java.util.List;
import java.util.Optional;

/** Where in its flow an execution is. */
public final class Whereabouts {

  private Whereabouts() {}

  /** The name of the state that a step is a visit to, while the execution is there. */
  public static Optional<String> state(Flow flow, Execution execution, StepId step) {
    return find(flow, execution, step).map(State::name);
  }

  /** The state that a step is a visit to, while the execution is there. */
  static Optional<State> find(Flow flow, Execution execution, StepId step) {
    return execution.root().flatMap(root -> state(root, flow.machine(), step, step.frame().hops()));
  }

  private static Optional<State> state(
      Frame frame, Machine machine, StepId step, List<FrameId.Hop> hops) {
    if (hops.isEmpty()) {
      return frame.step().equals(step)
          ? Optional.of(machine.state(frame.visit().state()))
          : Optional.empty();
    }
    FrameId.Hop hop = hops.getFirst();
    if (!(frame.activity() instanceof Activity.Forked(Fork fork))
        || frame.visit().number() != hop.visit()) {
      return Optional.empty();
    }
    State state = machine.state(frame.visit().state());
    int index = Children.index(state, fork, hop.child());
    return index >= 0 && fork.slots().get(index) instanceof Fork.Slot.Local(Frame child)
        ? state(child, Children.machine(state, index), step, hops.subList(1, hops.size()))
        : Optional.empty();
  }
}
