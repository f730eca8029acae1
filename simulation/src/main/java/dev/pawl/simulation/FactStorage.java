package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Stores the facts of executions and restores executions for a new incarnation of the engine. */
interface FactStorage {

  /**
   * Returns true for the rules of a store: the end of a child is delivered to its parent in the
   * same commit, and nothing is accepted after the end.
   */
  boolean isStrict();

  /**
   * Delivers a message that is not applied yet. Returns the execution if it was not in memory and
   * was loaded for the message.
   */
  Optional<Execution> receive(SimulatedExecution life, SimulatedMessage message, Fact fact);

  /** Makes a fact durable together with its consequences; the engine may die before or after. */
  WriteResult write(SimulatedExecution life, RecordedFact recorded, AdvanceResult advanced);

  /** Restores an execution that was lost with its engine. */
  Execution recover(SimulatedExecution life);

  /**
   * Called when nothing more will happen; checks that the stored facts are those that were
   * observed.
   */
  void atRest(List<SimulatedExecution> lives);

  /**
   * The result of a write.
   *
   * @param isSilent true if the commands of the fact were not issued
   * @param lost the executions that are no longer in the engine's memory
   */
  record WriteResult(boolean isDurable, boolean isSilent, Set<SimulatedExecution> lost) {

    static final WriteResult WELL = new WriteResult(true, false, Set.of());
  }
}
