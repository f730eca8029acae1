package dev.pawl.cli.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.OutstandingCommands;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A run of a flow as its report sees it: the main execution and its children. */
public interface ReportedRun {

  /** Sets the listener for each step that is over. */
  void onStep(Consumer<StepLog.Entry> listener);

  /** Sets the listener that is called when nothing happens for a while. */
  void onWait(Runnable listener);

  StepLog log();

  /** Returns true for the main execution, false for one that it started. */
  boolean isMain(ExecutionId id);

  /** Returns the code of the flow of an execution. */
  String flow(ExecutionId id);

  Execution execution(ExecutionId id);

  /** Returns what the executions that have not ended wait for. */
  List<WaitReason> waiting();

  /** Returns the time at which the timer of an open step fires; empty if it has none. */
  default Optional<Instant> timer(StepLog.Entry entry) {
    return OutstandingCommands.of(execution(entry.execution())).stream()
        .flatMap(c -> c instanceof Command.SetTimer timer ? Stream.of(timer) : Stream.empty())
        .filter(timer -> timer.step().equals(entry.step().id()))
        .map(Command.SetTimer::at)
        .findFirst();
  }
}
