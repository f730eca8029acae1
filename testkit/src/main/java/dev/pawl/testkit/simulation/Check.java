package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Recorded;
import java.util.List;

/** Something that must hold for an execution at every fact. Throws {@link Violation} if not. */
interface Check {

  void after(Execution before, Recorded recorded, Advanced advanced);

  /** A new incarnation has taken the execution over and issued this. */
  default void recovered(Execution execution, List<Command> issued) {}

  /** Nothing more will happen. */
  default void atRest(Execution execution) {}
}
