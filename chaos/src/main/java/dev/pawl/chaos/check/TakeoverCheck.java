package dev.pawl.chaos.check;

import dev.pawl.engine.RecordedFact;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** I9: no execution makes no progress for longer than a takeover takes. */
final class TakeoverCheck implements EvidenceCheck {

  @Override
  public void check(Evidence evidence, Consumer<InvariantViolation> found) {
    Duration longest = evidence.conditions().longestGap();
    for (StoredExecution trace : evidence.traces()) {
      List<RecordedFact> facts = trace.facts();
      for (int i = 1; i < facts.size(); i++) {
        Duration gap = Duration.between(facts.get(i - 1).at(), facts.get(i).at());
        if (gap.compareTo(longest) > 0) {
          found.accept(
              new InvariantViolation(
                  "I9",
                  trace.id(),
                  "it made no progress for %d s before fact %d"
                      .formatted(gap.toSeconds(), facts.get(i).seq())));
        }
      }
    }
  }
}
