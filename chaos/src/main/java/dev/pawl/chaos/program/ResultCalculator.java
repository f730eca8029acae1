package dev.pawl.chaos.program;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Computes the result of blocks by arithmetic, independently of the engine. */
final class ResultCalculator {

  final Map<String, Integer> effects = new LinkedHashMap<>();
  final Set<String> perhaps = new HashSet<>();
  final List<Program.Event> events = new ArrayList<>();

  /** Returns the counter after the given blocks. */
  long follow(List<Block> blocks, String at, long counter) {
    long n = counter;
    for (Block block : blocks) {
      n = follow(block, at, n);
    }
    return n;
  }

  private long follow(Block block, String at, long n) {
    return switch (block) {
      case Block.LedgerCall call -> n + mark(at, call.name(), 1, call.adds());
      case Block.FlakyCall flaky -> n + mark(at, flaky.name(), flaky.failures() + 1, flaky.adds());
      case Block.CaughtCall caught -> n + mark(at, caught.name(), 1, caught.adds());
      case Block.CallbackCall callback -> n + mark(at, callback.name(), 1, callback.adds());
      case Block.TimedWait pause -> n;
      case Block.EventWait listen -> {
        events.add(new Program.Event(AslWriter.event(listen), listen.adds()));
        yield n + listen.adds();
      }
      case Block.ParityChoice either -> follow(n % 2 == 0 ? either.even() : either.odd(), at, n);
      case Block.ParallelBlocks fan -> {
        long sum = n;
        for (List<Block> branch : fan.branches()) {
          sum += follow(branch, at, 0);
        }
        yield sum;
      }
      case Block.MapBlocks each -> {
        long sum = n;
        for (int i = 0; i < each.count(); i++) {
          sum += follow(each.inside(), at + each.name() + "-" + i + "/", i + 1);
        }
        yield sum;
      }
      case Block.CustomState custom -> {
        if (custom.attempts() > 0) {
          effects.put(at + custom.name(), custom.attempts());
          perhaps.add(at + custom.name());
        }
        yield n + custom.adds();
      }
      case Block.ChildFlow child -> n + follow(child.inside(), at + child.name() + "/", 0);
    };
  }

  private int mark(String at, String name, int attempts, int adds) {
    effects.put(at + name, attempts);
    return adds;
  }
}
