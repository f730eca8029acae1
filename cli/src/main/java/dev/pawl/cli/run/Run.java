package dev.pawl.cli.run;

import dev.pawl.engine.Command;
import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Outstanding;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One run of a flow as its report sees it: the execution that was asked for, and its children. */
public interface Run {

  /** Hears of every step that is over, as it happens. */
  void onStep(Consumer<StepLog.Entry> listener);

  /** Hears of it when nothing happens for a while. */
  void onWait(Runnable listener);

  StepLog log();

  /** Whether this is the execution that was asked for, and not one that it started. */
  boolean isMain(ExecutionId id);

  /** The code of the flow that an execution is a run of. */
  String flow(ExecutionId id);

  Execution execution(ExecutionId id);

  /** What the executions that have not ended wait for. */
  List<Waiting> waiting();

  /** When a step under way goes on by itself, if it does. */
  default Optional<Instant> timer(StepLog.Entry entry) {
    return Outstanding.of(execution(entry.execution())).stream()
        .flatMap(c -> c instanceof Command.SetTimer timer ? Stream.of(timer) : Stream.empty())
        .filter(timer -> timer.step().equals(entry.step().id()))
        .map(Command.SetTimer::at)
        .findFirst();
  }
}
