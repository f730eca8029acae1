package dev.pawl.chaos.program;

import dev.pawl.sdk.JsonObject;
import java.util.List;

/** A part of a random flow. Each one changes a counter, in a way that is known before it runs. */
sealed interface Block {

  String name();

  /** A call that leaves a mark in the ledger. */
  record Call(String name, int adds) implements Block {}

  /** A call that fails so many times before it succeeds. */
  record Flaky(String name, int adds, int failures) implements Block {}

  /** A call that always fails, and is caught. */
  record Caught(String name, int adds) implements Block {}

  /** A call that is answered by somebody else. */
  record Callback(String name, int adds) implements Block {}

  /** A wait for a time. */
  record Pause(String name, int seconds) implements Block {}

  /** A wait for an event. */
  record Listen(String name, int adds) implements Block {}

  /** One way if the counter is even, the other if it is odd. */
  record Either(String name, List<Block> even, List<Block> odd) implements Block {}

  /** Several ways at once. */
  record Fan(String name, List<List<Block>> branches) implements Block {}

  /** The same for the numbers from 1 to a count. */
  record Each(String name, int count, List<Block> inside, boolean distributed) implements Block {}

  /**
   * A state written out.
   *
   * @param attempts how many marks it leaves in the ledger at most; its time is short
   */
  record Custom(String name, JsonObject state, long adds, int attempts) implements Block {}

  /** Another flow. */
  record Child(String name, String flow, List<Block> inside) implements Block {}
}
