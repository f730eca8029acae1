package dev.pawl.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * The outstanding commands of an execution: a pure function of it. A node that takes an execution
 * over issues them; an incarnation issues each of them at most once.
 */
public final class OutstandingCommands {

  private OutstandingCommands() {}

  /** Returns the outstanding commands; while the execution is paused, its timers but no work. */
  public static List<Command> of(Execution execution) {
    return of(execution, execution.isPaused());
  }

  /** Returns the outstanding commands, including work that was started before a pause. */
  public static List<Command> evenIfPaused(Execution execution) {
    return of(execution, false);
  }

  private static List<Command> of(Execution execution, boolean paused) {
    List<Command> commands = new ArrayList<>();
    if (execution.status().isTerminal()) {
      return commands;
    }
    if (execution.ending().isEmpty()) {
      execution
          .origin()
          .deadline()
          .ifPresent(at -> commands.add(new Command.SetTimer(StepId.EXECUTION, 0, at)));
      execution.root().ifPresent(root -> collect(root, paused, commands));
    }
    if (execution.saga().isUndoing()) {
      execution.saga().frame().ifPresent(frame -> collect(frame, paused, commands));
    }
    execution.openEndTask().ifPresent(frame -> collect(frame, paused, commands));
    return commands;
  }

  private static void collect(Frame frame, boolean paused, List<Command> commands) {
    for (Command command : frame.activity().commands(frame)) {
      if (!paused || !isWork(command)) {
        commands.add(command);
      }
    }
    if (frame.activity() instanceof Activity.Forked forked) {
      for (ForkState.Slot slot : forked.fork().slots()) {
        switch (slot) {
          case ForkState.Slot.Local local -> collect(local.frame(), paused, commands);
          case ForkState.Slot.Remote remote -> {
            if (!paused) {
              commands.add(remote.command());
            }
          }
          case ForkState.Slot.Idle idle -> {}
          case ForkState.Slot.Skipped skipped -> {}
          case ForkState.Slot.RemoteEnded ended -> {}
        }
      }
    }
  }

  /** Returns true for commands that are not issued while the execution is paused. */
  static boolean isWork(Command command) {
    return command instanceof Command.Work || command instanceof Command.StartChild;
  }
}
