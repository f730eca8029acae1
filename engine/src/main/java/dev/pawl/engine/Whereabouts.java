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
    return execution
        .root()
        .flatMap(root -> frame(root, flow.machine(), step.frame().hops()))
        .filter(frame -> frame.step().equals(step))
        .map(frame -> frame.visit().state());
  }

  private static Optional<Frame> frame(Frame frame, Machine machine, List<FrameId.Hop> hops) {
    if (hops.isEmpty()) {
      return Optional.of(frame);
    }
    FrameId.Hop hop = hops.getFirst();
    if (!(frame.activity() instanceof Activity.Forked(Fork fork))
        || frame.visit().number() != hop.visit()) {
      return Optional.empty();
    }
    State state = machine.state(frame.visit().state());
    int index = Children.index(state, fork, hop.child());
    return index >= 0 && fork.slots().get(index) instanceof Fork.Slot.Local(Frame child)
        ? frame(child, Children.machine(state, index), hops.subList(1, hops.size()))
        : Optional.empty();
  }
}
