package dev.pawl.engine;

import dev.pawl.model.Flow;
import dev.pawl.model.Machine;
import dev.pawl.model.State;
import java.util.List;
import java.util.Optional;

/** Finds the states of the definition that the frames of an execution are at. */
public final class StateLookup {

  private StateLookup() {}

  /** Finds the name of the state of a step; empty if the execution has left it. */
  public static Optional<String> state(Flow flow, Execution execution, StepId step) {
    return find(flow, execution, step).map(State::name);
  }

  /** Finds the state of a step; empty if the execution has left it. */
  static Optional<State> find(Flow flow, Execution execution, StepId step) {
    if (step.frame().equals(FrameId.END)) {
      return execution
          .openEndTask()
          .filter(frame -> frame.step().equals(step))
          .flatMap(frame -> EndTask.machine(flow, execution.ending()))
          .map(machine -> machine.state(machine.startAt()));
    }
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
    if (!(frame.activity() instanceof Activity.Forked(ForkState fork))
        || frame.visit().number() != hop.visit()) {
      return Optional.empty();
    }
    State state = machine.state(frame.visit().state());
    int index = ForkChildren.index(state, fork, hop.child());
    return index >= 0 && fork.slots().get(index) instanceof ForkState.Slot.Local(Frame child)
        ? state(child, ForkChildren.machine(state, index), step, hops.subList(1, hops.size()))
        : Optional.empty();
  }
}
