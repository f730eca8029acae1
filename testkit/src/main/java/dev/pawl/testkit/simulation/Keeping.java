package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Where the facts of executions go, and where a new incarnation of the engine finds them. */
interface Keeping {

  /**
   * Whether it is as strict as a store: that a child has ended is known to its parent at once, and
   * nothing is taken after the end.
   */
  boolean isStrict();

  /**
   * There is news for an execution, not applied yet. What is returned is the execution, if it had
   * left the engine's memory and came back for that.
   */
  Optional<Execution> receive(Life life, Letter letter, Fact fact);

  /** Makes a fact durable, with what follows from it; perhaps the engine dies before or after. */
  Kept write(Life life, Recorded recorded, Advanced advanced);

  /** What a new incarnation finds of an execution that was lost. */
  Execution recover(Life life);

  /** Nothing more will happen: what is kept must be what was seen. */
  void atRest(List<Life> lives);

  /**
   * What came of a write.
   *
   * @param isSilent nobody has been asked for what the fact asks for
   * @param lost the executions that the engine does not have in memory any more
   */
  record Kept(boolean isDurable, boolean isSilent, Set<Life> lost) {

    static final Kept WELL = new Kept(true, false, Set.of());
  }
}
