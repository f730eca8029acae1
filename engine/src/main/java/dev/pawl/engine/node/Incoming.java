package dev.pawl.engine.node;

import dev.pawl.engine.Command;
import dev.pawl.engine.Fact;
import dev.pawl.engine.store.Letter;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Something that came in to an execution in memory. */
sealed interface Incoming {

  /** A handler answered, a timer fired, it was started. */
  record Told(Fact fact) implements Incoming {}

  /**
   * Somebody outside has done what he took.
   *
   * @param receipt true once it is durable, false if nobody wants it any more; it fails if neither
   *     is known
   */
  record HandedIn(Attempt attempt, Fact outcome, CompletableFuture<Boolean> receipt)
      implements Incoming {}

  /** A letter came. */
  record Posted(Letter letter) implements Incoming {}

  /** A call has taken too long. */
  record Late(Call call, String error) implements Incoming {}

  /** What an execution that comes into memory waits for. */
  record Asked(List<Command> commands) implements Incoming {}
}
