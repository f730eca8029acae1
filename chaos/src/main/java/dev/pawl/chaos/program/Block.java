package dev.pawl.chaos.program;

import dev.pawl.sdk.JsonObject;
import java.util.List;

/** A part of a program. Each block changes a counter by an amount that is known before it runs. */
sealed interface Block {

  String name();

  /** A call that records an effect in the ledger. */
  record LedgerCall(String name, int adds) implements Block {}

  /** A call that fails {@code failures} times before it succeeds. */
  record FlakyCall(String name, int adds, int failures) implements Block {}

  /** A call that always fails, with a Catch. */
  record CaughtCall(String name, int adds) implements Block {}

  /** A call that completes by task token. */
  record CallbackCall(String name, int adds) implements Block {}

  /** A wait for a time. */
  record TimedWait(String name, int seconds) implements Block {}

  /** A wait for an event. */
  record EventWait(String name, int adds) implements Block {}

  /** A Choice between two sequences by the parity of the counter. */
  record ParityChoice(String name, List<Block> even, List<Block> odd) implements Block {}

  /** A Parallel state. */
  record ParallelBlocks(String name, List<List<Block>> branches) implements Block {}

  /** A Map over the numbers from 1 to a count. */
  record MapBlocks(String name, int count, List<Block> inside, boolean distributed)
      implements Block {}

  /**
   * A state written as JSON.
   *
   * @param attempts the maximum number of effects it records; its timeout is short
   */
  record CustomState(String name, JsonObject state, long adds, int attempts) implements Block {}

  /** A call of another flow. */
  record ChildFlow(String name, String flow, List<Block> inside) implements Block {}
}
