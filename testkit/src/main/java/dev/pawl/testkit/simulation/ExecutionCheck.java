package dev.pawl.testkit.simulation;

import dev.pawl.engine.Advanced;
import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.Lifecycle;
import dev.pawl.engine.Outstanding;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Status;
import java.util.List;

/** Legal moves only, the end is the end, and what is ignored leaves no trace. */
final class ExecutionCheck implements Check {

  private final Coverage coverage;

  ExecutionCheck(Coverage coverage) {
    this.coverage = coverage;
  }

  @Override
  public void after(Execution before, Recorded recorded, Advanced advanced) {
    Execution after = advanced.execution();
    Status from = before.status();
    if (from == Status.PENDING && after.status() != Status.PENDING) {
      // The start may run to the end at once.
      moved(Status.PENDING, Status.RUNNING, recorded);
      from = Status.RUNNING;
    }
    if (after.status() != from) {
      moved(from, after.status(), recorded);
    }
    if (before.status().isTerminal() && advanced.ignored().isEmpty()) {
      throw new Violation("ended is ended", recorded + " was applied after the end");
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
                + Difference.between(before, after));
      }
    }
    long finishes = advanced.commands().stream().filter(Command.Finish.class::isInstance).count();
    boolean ended = after.status().isTerminal() && !before.status().isTerminal();
    if (finishes != (ended ? 1 : 0)) {
      throw new Violation("an execution finishes once", finishes + " times at " + recorded);
    }
  }

  private void moved(Status from, Status to, Recorded recorded) {
    if (!Lifecycle.after(from).contains(to)) {
      throw new Violation(
          "an execution moves as its lifecycle says", from + " -> " + to + " by " + recorded);
    }
    coverage.took(from, to);
  }

  private static Execution withSeq(Execution e, long seq) {
    return new Execution(e.origin(), seq, e.status(), e.root(), e.saga(), e.events(), e.ending());
  }

  @Override
  public void atRest(Execution execution) {
    if (execution.status().isTerminal()) {
      return;
    }
    List<Command> open = Outstanding.of(execution);
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
