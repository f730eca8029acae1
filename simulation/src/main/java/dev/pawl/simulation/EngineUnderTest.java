package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import java.util.List;

/** The engine as the simulator calls it. A planted defect overrides one of its methods. */
interface EngineUnderTest {

  /** The engine without a defect. */
  EngineUnderTest SOUND = new EngineUnderTest() {};

  default AdvanceResult advance(Interpreter interpreter, Execution execution, RecordedFact fact) {
    return interpreter.advance(execution, fact);
  }

  /** Restores an execution from its journal in a new incarnation. */
  default Execution recover(Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
    return fold(interpreter, Execution.notStarted(id), facts);
  }

  default Execution fold(Interpreter interpreter, Execution from, List<RecordedFact> facts) {
    Execution execution = from;
    for (RecordedFact fact : facts) {
      execution = advance(interpreter, execution, fact).execution();
    }
    return execution;
  }

  /** Returns the commands that a new incarnation issues. */
  default List<Command> outstanding(Execution execution) {
    return OutstandingCommands.of(execution);
  }

  /** Appends a fact to a journal. */
  default void write(List<String> journal, String row) {
    journal.add(row);
  }
}
