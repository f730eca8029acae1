package dev.pawl.simulation;

import dev.pawl.engine.Command;
import dev.pawl.engine.StepId;

/** The identity of a command, the same when it is issued again. */
record CommandKey(CommandKind kind, StepId step, int number, int offset) {

  enum CommandKind {
    TASK,
    READ,
    WRITE,
    CHILD,
    TIMER,
    EVENT,
    HUMAN,
    ABANDON,
    FINISH
  }

  static CommandKey of(Command command) {
    return switch (command) {
      case Command.RunTask c -> new CommandKey(CommandKind.TASK, c.step(), c.attempt(), 0);
      case Command.ReadItems c ->
          new CommandKey(CommandKind.READ, c.step(), c.attempt(), c.offset());
      case Command.WriteResults c -> new CommandKey(CommandKind.WRITE, c.step(), c.attempt(), 0);
      case Command.StartChild c -> new CommandKey(CommandKind.CHILD, c.step(), c.index(), 0);
      case Command.SetTimer c -> new CommandKey(CommandKind.TIMER, c.step(), c.attempt(), 0);
      case Command.AwaitEvent c -> new CommandKey(CommandKind.EVENT, c.step(), 0, 0);
      case Command.OpenHumanTask c -> new CommandKey(CommandKind.HUMAN, c.step(), 0, 0);
      case Command.Abandon c -> new CommandKey(CommandKind.ABANDON, c.step(), 0, 0);
      case Command.Finish c -> new CommandKey(CommandKind.FINISH, StepId.EXECUTION, 0, 0);
    };
  }

  /** Returns true for work that a paused execution does not begin. */
  boolean isWork() {
    return switch (kind) {
      case TASK, READ, WRITE, CHILD -> true;
      case TIMER, EVENT, HUMAN, ABANDON, FINISH -> false;
    };
  }

  @Override
  public String toString() {
    return kind + " " + step + " " + number + (offset > 0 ? " from " + offset : "");
  }
}
