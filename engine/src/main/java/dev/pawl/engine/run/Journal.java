package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Recorded;
import java.util.List;

/** The durable, ordered facts of all executions. */
public interface Journal {

  /** Returns when the fact is durable. */
  void append(ExecutionId execution, Recorded fact);

  /** All facts of an execution, in order. */
  List<Recorded> facts(ExecutionId execution);
}
