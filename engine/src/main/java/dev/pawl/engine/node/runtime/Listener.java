package dev.pawl.engine.node.runtime;

import dev.pawl.engine.StepChange;
import dev.pawl.engine.store.ExecutionMetadata;
import java.util.List;

/** Receives steps when they are durable; called on a writer thread, so it must be fast. */
@FunctionalInterface
public interface Listener {

  /** Ignores all steps. */
  Listener NONE = (info, steps) -> {};

  /** Called with the steps of one commit of an execution. */
  void onSteps(ExecutionMetadata info, List<StepChange> steps);
}
