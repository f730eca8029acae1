package dev.pawl.simulation;

import dev.pawl.engine.AdvanceResult;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Lifecycle;
import dev.pawl.engine.OutstandingCommands;
import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.Status;
import java.util.List;

/** Only legal transitions, nothing after the end, and ignored facts change nothing. */
final class ExecutionCheck implements ExecutionInvariant {

  private final TransitionCoverage coverage;

  ExecutionCheck(TransitionCoverage coverage) {
    this.coverage = coverage;
  }

  @Override
  public void after(Execution before, RecordedFact recorded, AdvanceResult advanced) {
    Execution after = advanced.execution();
    Status from = before.status();
    if (from == Status.PENDING && after.status() != Status.PENDING) {
      // The first fact may run the flow to its end.
      moved(Status.PENDING, Status.RUNNING, recorded);
      from = Status.RUNNING;
    }
    if (after.status() != from) {
      moved(from, after.status(), recorded);
    }
    if (before.status().isTerminal() && advanced.ignored().isEmpty()) {
      throw new Violation("nothing changes after the end", recorded + " was applied after the end");
    }
    if (advanced.ignored().isPresent()) {
      boolean silent = advanced.commands().isEmpty() && advanced.steps().isEmpty();
      if (!silent || !withSeq(before, after.seq()).equals(after)) {
        throw new Violation(
            "what is ignored changes nothing",
            recorded
                + " was ignored but left "
                + advanced.commands()
                + advanced.steps()
                + TextDifference.between(before, after));
      }
    }
    long finishes = advanced.commands().stream().filter(Command.Finish.class::isInstance).count();
    boolean ended = after.status().isTerminal() && !before.status().isTerminal();
    if (finishes != (ended ? 1 : 0)) {
      throw new Violation("an execution finishes once", finishes + " times at " + recorded);
    }
  }

  private void moved(Status from, Status to, RecordedFact recorded) {
    if (!Lifecycle.after(from).contains(to)) {
      throw new Violation(
          "an execution moves as its lifecycle says", from + " -> " + to + " by " + recorded);
    }
    coverage.took(from, to);
  }

  private static Execution withSeq(Execution e, long seq) {
    return new Execution(
        e.origin(), seq, e.status(), e.root(), e.saga(), e.events(), e.ending(), e.endTask());
  }

  @Override
  public void atRest(Execution execution) {
    if (execution.status().isTerminal()) {
      return;
    }
    List<Command> open = OutstandingCommands.of(execution);
    boolean waitsForOthers =
        open.stream()
            .anyMatch(
                c ->
                    c instanceof Command.AwaitEvent
                        || c instanceof Command.OpenHumanTask
                        || c instanceof Command.StartChild);
    if (!waitsForOthers) {
      throw new Violation(
          "an execution that waits for nothing has ended",
          execution.status() + ", outstanding " + open);
    }
  }
}
