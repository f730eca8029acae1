package dev.pawl.engine;

import java.util.ArrayList;
import java.util.List;

/**
 * What an execution is waiting for, as commands: a pure function of the execution. Whoever takes an
 * execution over issues these; an incarnation issues each of them at most once.
 */
public final class Outstanding {

  private Outstanding() {}

  /** While an execution is paused, timers run on but no work is begun. */
  public static List<Command> of(Execution execution) {
    return of(execution, execution.isPaused());
  }

  /** What it waits for, whether or not it is paused: also work that was begun before. */
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
    return commands;
  }

  private static void collect(Frame frame, boolean paused, List<Command> commands) {
    for (Command command : frame.activity().commands(frame)) {
      if (!paused || !isWork(command)) {
        commands.add(command);
      }
    }
    if (frame.activity() instanceof Activity.Forked forked) {
      for (Fork.Slot slot : forked.fork().slots()) {
        switch (slot) {
          case Fork.Slot.Local local -> collect(local.frame(), paused, commands);
          case Fork.Slot.Remote remote -> {
            if (!paused) {
              commands.add(remote.command());
            }
          }
          case Fork.Slot.Idle idle -> {}
          case Fork.Slot.Skipped skipped -> {}
          case Fork.Slot.RemoteEnded ended -> {}
        }
      }
    }
  }

  /** What is not begun while an execution is paused; resuming it issues what is outstanding. */
  static boolean isWork(Command command) {
    return command instanceof Command.Work || command instanceof Command.StartChild;
  }
}
