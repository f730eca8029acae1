package dev.pawl.chaos.program;

import dev.pawl.engine.Status;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes programs up: the same seed makes the same program. */
public final class RandomProgram {

  private static final int LONGEST = 4;
  private static final int DEEPEST = 2;

  private final String flow;
  private final Random chance;
  private final Map<String, String> documents = new LinkedHashMap<>();
  private int names;

  private RandomProgram(String flow, long seed) {
    this.flow = flow;
    this.chance = new Random(seed);
  }

  public static Program of(String flow, long seed) {
    return new RandomProgram(flow, seed).make();
  }

  private Program make() {
    List<Block> blocks = sequence(0, true);
    // Something is always left to see.
    blocks.add(new Block.Call(name(), 1 + chance.nextInt(9)));
    return program(flow, blocks, documents);
  }

  static Program program(String flow, List<Block> blocks, Map<String, String> others) {
    Forecast forecast = new Forecast();
    long counter = forecast.follow(blocks, "", 0);
    Map<String, String> documents = new LinkedHashMap<>(others);
    documents.put(flow, Asl.document(blocks));
    return new Program(
        flow,
        documents,
        List.copyOf(forecast.events),
        new Program.Expected(Status.SUCCEEDED, counter, forecast.effects, forecast.perhaps));
  }

  /**
   * @param once whether it runs once per execution, so that a client knows which events to send
   */
  private List<Block> sequence(int depth, boolean once) {
    List<Block> blocks = new ArrayList<>();
    int length = 1 + chance.nextInt(depth == 0 ? LONGEST : 2);
    for (int i = 0; i < length; i++) {
      blocks.add(block(depth, once));
    }
    return blocks;
  }

  private Block block(int depth, boolean once) {
    int adds = 1 + chance.nextInt(9);
    return switch (chance.nextInt(depth < DEEPEST ? 16 : 9)) {
      case 0, 1, 2 -> new Block.Call(name(), adds);
      case 3 -> new Block.Flaky(name(), adds, 1 + chance.nextInt(2));
      case 4, 5 -> new Block.Caught(name(), adds);
      case 6 -> new Block.Pause(name(), 1 + chance.nextInt(2));
      case 7 -> new Block.Callback(name(), adds);
      case 8 -> once ? new Block.Listen(name(), adds) : new Block.Call(name(), adds);
      case 9, 10 -> new Block.Either(name(), sequence(depth + 1, once), sequence(depth + 1, once));
      case 11, 12 ->
          new Block.Fan(name(), List.of(sequence(depth + 1, once), sequence(depth + 1, once)));
      case 13 -> new Block.Each(name(), 2 + chance.nextInt(3), sequence(depth + 1, false), false);
      case 14 -> new Block.Each(name(), 2 + chance.nextInt(3), sequence(depth + 1, false), true);
      default -> child(depth);
    };
  }

  private Block child(int depth) {
    List<Block> inside = sequence(depth + 1, false);
    String name = name();
    String code = flow + "-" + name;
    documents.put(code, Asl.document(inside));
    return new Block.Child(name, code, inside);
  }

  private String name() {
    return "s" + ++names;
  }
}
