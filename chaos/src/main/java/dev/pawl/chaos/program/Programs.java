package dev.pawl.chaos.program;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Fixed programs for scenarios. */
public final class Programs {

  private Programs() {}

  /** Five states, three of which record an effect: the standard load. */
  public static Program five() {
    Block last = new Block.LedgerCall("ship", 3);
    return BlockProgram.of(
        "five",
        List.of(
            new Block.LedgerCall("reserve", 2),
            new Block.ParityChoice(
                "decide",
                List.of(new Block.LedgerCall("charge", 5)),
                List.of(new Block.LedgerCall("refund", 7))),
            new Block.TimedWait("settle", 1),
            last),
        Map.of());
  }

  /** A sequence of calls. */
  public static Program chain(int calls) {
    List<Block> blocks = new ArrayList<>();
    for (int i = 1; i <= calls; i++) {
      blocks.add(new Block.LedgerCall("c" + i, i));
    }
    return BlockProgram.of("chain-" + calls, blocks, Map.of());
  }

  /** A call, a wait for an event, a call. */
  public static Program listener() {
    return BlockProgram.of(
        "listener",
        List.of(
            new Block.LedgerCall("before", 1),
            new Block.EventWait("gate", 2),
            new Block.LedgerCall("after", 4)),
        Map.of());
  }

  /** Waits for two events, one after the other. */
  public static Program gates() {
    return BlockProgram.of(
        "gates",
        List.of(
            new Block.LedgerCall("before", 1),
            new Block.EventWait("one", 2),
            new Block.EventWait("two", 4),
            new Block.LedgerCall("after", 8)),
        Map.of());
  }

  /** A timed wait before a call. */
  public static Program sleeper(int seconds) {
    return BlockProgram.of(
        "sleeper-" + seconds,
        List.of(new Block.TimedWait("sleep", seconds), new Block.LedgerCall("woken", 1)),
        Map.of());
  }

  /** One state of each kind that writes in its own way. */
  public static Program everything() {
    return BlockProgram.of(
        "everything",
        List.of(
            new Block.LedgerCall("first", 1),
            new Block.ParallelBlocks(
                "fan",
                List.of(
                    List.of(new Block.LedgerCall("left", 2)),
                    List.of(new Block.FlakyCall("right", 3, 1)))),
            new Block.EventWait("gate", 4),
            new Block.MapBlocks("each", 3, List.of(new Block.LedgerCall("item", 5)), true),
            new Block.ChildFlow(
                "child", "everything-child", List.of(new Block.LedgerCall("inner", 6))),
            new Block.CallbackCall("callback", 7),
            new Block.CaughtCall("caught", 8),
            new Block.LedgerCall("last", 9)),
        Map.of("everything-child", AslWriter.document(List.of(new Block.LedgerCall("inner", 6)))));
  }
}
