package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Fact;
import dev.pawl.engine.RecordedFact;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/** Every command has one answer; a second one has no effect. */
final class OnceCheck implements ExecutionInvariant {

  private final Set<String> applied = new HashSet<>();

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    if (advanced.ignored().isPresent()) {
      return;
    }
    Optional<String> key =
        switch (recorded.fact()) {
          case Fact.Started f -> Optional.of("start");
          case Fact.TaskSucceeded f -> Optional.of("task " + f.step() + " " + f.attempt());
          case Fact.TaskFailed f -> Optional.of("task " + f.step() + " " + f.attempt());
          case Fact.ItemsRead f ->
              Optional.of("items " + f.step() + " " + f.attempt() + " " + f.offset());
          case Fact.ChildEnded f -> Optional.of("child " + f.step() + " " + f.index());
          case Fact.TimerFired f -> Optional.of("timer " + f.step() + " " + f.attempt());
          case Fact.HumanActed f -> Optional.of("human " + f.step());
          case Fact.EventArrived f -> Optional.empty();
          case Fact.Cancelled f -> Optional.empty();
          case Fact.QueueTimedOut f -> Optional.empty();
          case Fact.Paused f -> Optional.empty();
          case Fact.Resumed f -> Optional.empty();
          case Fact.Skipped f -> Optional.of("skip " + f.step());
          case Fact.Rewound f -> Optional.empty();
        };
    key.ifPresent(
        once -> {
          if (!applied.add(once)) {
            throw new Violation("an answer is applied once", recorded.toString());
          }
        });
  }
}
