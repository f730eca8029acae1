package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.store.Letter;
import java.util.List;

/** Something that came in to an execution in memory. */
sealed interface Incoming {

  /** A handler answered, a timer fired, it was started. */
  record Told(Fact fact) implements Incoming {}

  /** A letter came. */
  record Posted(Letter letter) implements Incoming {}

  /** A call has taken too long. */
  record Late(Call call, String error) implements Incoming {}

  /** What an execution that comes into memory waits for. */
  record Asked(List<Command> commands) implements Incoming {}
}
