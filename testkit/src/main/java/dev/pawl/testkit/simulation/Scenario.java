package dev.pawl.testkit.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.Reading;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One case: a flow, what the world does to it, and when the engine dies. It follows from the seed,
 * until it is made smaller.
 *
 * @param seed also decides how long everything outside takes
 * @param crashes after which facts the engine dies, in ascending order
 */
record Scenario(
    long seed, JsonObject document, Json input, List<Happening> happenings, List<Crash> crashes) {

  /**
   * Something that nobody asked for.
   *
   * @param millis when, after the start
   * @param pick which step or fact it is about, of those there are
   */
  record Happening(int millis, Kind kind, int pick) {}

  enum Kind {
    PAUSE,
    RESUME,
    CANCEL,
    CANCEL_AND_COMPENSATE,
    SKIP,
    REWIND,
    REWIND_AND_COMPENSATE,
    EVENT,
    REPEAT
  }

  /**
   * @param fact the number of facts told before, of all executions
   * @param silent the fact is in the journal, but its commands were not issued
   */
  record Crash(int fact, boolean silent) {}

  Scenario {
    happenings = List.copyOf(happenings);
    crashes = List.copyOf(crashes);
  }

  static Scenario of(long seed) {
    Dice dice = new Dice(seed);
    RandomFlow flow = new RandomFlow(dice);
    JsonObject document = flow.document();
    Json input = flow.input();
    return new Scenario(seed, document, input, happenings(dice), crashes(dice));
  }

  private static List<Happening> happenings(Dice dice) {
    List<Happening> happenings = new ArrayList<>();
    for (int i = dice.below(4); i > 0; i--) {
      happenings.add(new Happening(dice.below(10_000), Kind.EVENT, dice.below(2)));
    }
    if (dice.percent(40)) {
      for (int i = dice.between(1, 3); i > 0; i--) {
        Kind kind = dice.any(Kind.values());
        int at = dice.below(12_000);
        happenings.add(new Happening(at, kind, dice.below(1_000)));
        if (kind == Kind.PAUSE) {
          happenings.add(new Happening(at + dice.below(6_000), Kind.RESUME, 0));
        }
      }
    }
    return happenings;
  }

  private static List<Crash> crashes(Dice dice) {
    List<Crash> crashes = new ArrayList<>();
    int fact = 0;
    for (int i = dice.between(1, 4); i > 0; i--) {
      fact += dice.between(1, 8);
      crashes.add(new Crash(fact, dice.percent(60)));
    }
    return crashes;
  }

  /** The same without crashes. */
  Scenario undisturbed() {
    return new Scenario(seed, document, input, happenings, List.of());
  }

  ExecutionId id() {
    return new ExecutionId(new UUID(seed, 1));
  }

  /**
   * @throws IllegalArgumentException if the definition cannot run
   */
  Flow flow() {
    Reading reading = Definitions.read(document);
    return reading
        .flow()
        .orElseThrow(() -> new IllegalArgumentException(reading.errors().toString()));
  }
}
