package dev.pawl.server.explain;

import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One thing that holds an execution.
 *
 * @param step the step that waits, if it is one
 * @param state the state of that step
 * @param since when the waiting began
 * @param until when it passes by itself, if that is known
 * @param release what would let the execution go on
 */
record Reason(
    Kind kind,
    String what,
    @Nullable String step,
    @Nullable String state,
    @Nullable Instant since,
    @Nullable Instant until,
    String release) {

  /** One that holds all of the execution. */
  static Reason ofAll(Kind kind, String what, Optional<Instant> since, String release) {
    return new Reason(kind, what, null, null, since.orElse(null), null, release);
  }
}
