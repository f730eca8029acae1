package dev.pawl.chaos.check;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Interpreter;
import dev.pawl.engine.Recorded;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the facts of an execution amount to.
 *
 * @param ignored facts that had no effect
 * @param endedWith the fact that ended it; 0 if none did
 * @param trouble why its facts cannot be read as a history, if they cannot
 */
public record Fold(
    Execution execution, Set<Long> ignored, long endedWith, Optional<String> trouble) {

  static Fold of(Interpreter interpreter, ExecutionId id, List<Recorded> facts) {
    Execution execution = Execution.unborn(id);
    Set<Long> ignored = new HashSet<>();
    long endedWith = 0;
    for (Recorded fact : facts) {
      try {
        Advanced advanced = interpreter.advance(execution, fact);
        execution = advanced.execution();
        if (advanced.ignored().isPresent()) {
          ignored.add(fact.seq());
        }
        if (endedWith == 0 && execution.status().isTerminal()) {
          endedWith = fact.seq();
        }
      } catch (RuntimeException e) {
        return new Fold(execution, ignored, endedWith, Optional.of(e.toString()));
      }
    }
    return new Fold(execution, ignored, endedWith, Optional.empty());
  }
}
