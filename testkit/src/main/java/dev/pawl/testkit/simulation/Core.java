package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import java.util.List;

/** The engine as the simulator drives it. A planted defect overrides one of these. */
interface Core {

  /** The engine as it is. */
  Core SOUND = new Core() {};

  default Advanced advance(Interpreter interpreter, Execution execution, Recorded fact) {
    return interpreter.advance(execution, fact);
  }

  /** What a new incarnation makes of the journal. */
  default Execution recover(Interpreter interpreter, ExecutionId id, List<Recorded> facts) {
    return fold(interpreter, Execution.unborn(id), facts);
  }

  default Execution fold(Interpreter interpreter, Execution from, List<Recorded> facts) {
    Execution execution = from;
    for (Recorded fact : facts) {
      execution = advance(interpreter, execution, fact).execution();
    }
    return execution;
  }

  /** What a new incarnation issues. */
  default List<Command> outstanding(Execution execution) {
    return Outstanding.of(execution);
  }

  /** Makes a fact durable. */
  default void write(List<String> journal, String row) {
    journal.add(row);
  }
}
