package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.RecordedFact;
import java.util.List;

/**
 * An invariant of an execution, checked after every fact. Implementations throw {@link Violation}.
 */
interface ExecutionInvariant {

  void after(Execution before, RecordedFact recorded, AdvanceResult advanced);

  /** Called after a new incarnation has taken over the execution and issued the given commands. */
  default void recovered(Execution execution, List<Command> issued) {}

  /** Called when nothing more will happen. */
  default void atRest(Execution execution) {}
}
