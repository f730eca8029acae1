package dev.pawl.engine.run;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.RecordedFact;
import java.util.List;

/** The durable, ordered facts of all executions. */
public interface Journal {

  /** Appends a fact and returns when it is durable. */
  void append(ExecutionId execution, RecordedFact fact);

  /** Reads all facts of an execution, in order. */
  List<RecordedFact> facts(ExecutionId execution);
}
