package dev.pawl.chaos.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Programs that scenarios ask for by name. */
public final class Programs {

  private Programs() {}

  /** Five states, three of which leave a mark: the load under which things break. */
  public static Program five() {
    Block last = new Block.Call("ship", 3);
    return RandomProgram.program(
        "five",
        List.of(
            new Block.Call("reserve", 2),
            new Block.Either(
                "decide",
                List.of(new Block.Call("charge", 5)),
                List.of(new Block.Call("refund", 7))),
            new Block.Pause("settle", 1),
            last),
        Map.of());
  }

  /** One call after the other. */
  public static Program chain(int calls) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 1; i <= calls; i++) {
      blocks.add(new Block.Call("c" + i, i));
    }
    return RandomProgram.program("chain-" + calls, blocks, Map.of());
  }

  /** A call, a wait for an event, a call. */
  public static Program listener() {
    return RandomProgram.program(
        "listener",
        List.of(
            new Block.Call("before", 1), new Block.Listen("gate", 2), new Block.Call("after", 4)),
        Map.of());
  }

  /** Waits for two events, one after the other. */
  public static Program gates() {
    return RandomProgram.program(
        "gates",
        List.of(
            new Block.Call("before", 1),
            new Block.Listen("one", 2),
            new Block.Listen("two", 4),
            new Block.Call("after", 8)),
        Map.of());
  }

  /** A wait for a time before a call. */
  public static Program sleeper(int seconds) {
    return RandomProgram.program(
        "sleeper-" + seconds,
        List.of(new Block.Pause("sleep", seconds), new Block.Call("woken", 1)),
        Map.of());
  }

  /** One of everything, each of which writes in its own way. */
  public static Program everything() {
    return RandomProgram.program(
        "everything",
        List.of(
            new Block.Call("first", 1),
            new Block.Fan(
                "fan",
                List.of(
                    List.of(new Block.Call("left", 2)), List.of(new Block.Flaky("right", 3, 1)))),
            new Block.Listen("gate", 4),
            new Block.Each("each", 3, List.of(new Block.Call("item", 5)), true),
            new Block.Child("child", "everything-child", List.of(new Block.Call("inner", 6))),
            new Block.Callback("callback", 7),
            new Block.Caught("caught", 8),
            new Block.Call("last", 9)),
        Map.of("everything-child", Asl.document(List.of(new Block.Call("inner", 6)))));
  }
}
