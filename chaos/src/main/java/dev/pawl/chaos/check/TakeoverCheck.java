package dev.pawl.chaos.check;

import dev.pawl.engine.Recorded;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/** I9: whatever died, an execution did not stand still for longer than a takeover takes. */
final class TakeoverCheck implements Check {

  @Override
  public void look(Evidence evidence, Consumer<Violation> found) {
    Duration longest = evidence.conditions().longestGap();
    for (Trace trace : evidence.traces()) {
      List<Recorded> facts = trace.facts();
      for (int i = 1; i < facts.size(); i++) {
        Duration gap = Duration.between(facts.get(i - 1).at(), facts.get(i).at());
        if (gap.compareTo(longest) > 0) {
          found.accept(
              new Violation(
                  "I9",
                  trace.id(),
                  "it stood still for %d s before fact %d"
                      .formatted(gap.toSeconds(), facts.get(i).seq())));
        }
      }
    }
  }
}
