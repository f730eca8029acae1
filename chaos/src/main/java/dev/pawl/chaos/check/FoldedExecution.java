package dev.pawl.chaos.check;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.RecordedFact;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The result of folding the facts of an execution.
 *
 * @param ignored facts that had no effect
 * @param endedWith the sequence number of the fact that ended it; 0 if none did
 * @param trouble why the facts cannot be folded, if they cannot
 */
public record FoldedExecution(
    Execution execution, Set<Long> ignored, long endedWith, Optional<String> trouble) {

  static FoldedExecution of(Interpreter interpreter, ExecutionId id, List<RecordedFact> facts) {
    Execution execution = Execution.notStarted(id);
    Set<Long> ignored = new HashSet<>();
    long endedWith = 0;
    for (RecordedFact fact : facts) {
      try {
        AdvanceResult advanced = interpreter.advance(execution, fact);
        execution = advanced.execution();
        if (advanced.ignored().isPresent()) {
          ignored.add(fact.seq());
        }
        if (endedWith == 0 && execution.status().isTerminal()) {
          endedWith = fact.seq();
        }
      } catch (RuntimeException e) {
        return new FoldedExecution(execution, ignored, endedWith, Optional.of(e.toString()));
      }
    }
    return new FoldedExecution(execution, ignored, endedWith, Optional.empty());
  }
}
