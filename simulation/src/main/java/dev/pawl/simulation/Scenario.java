package dev.pawl.simulation;

import dev.pawl.engine.ExecutionId;
import dev.pawl.model.Flow;
import dev.pawl.model.definition.Definitions;
import dev.pawl.model.definition.ReadResult;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One case: a flow, the actions of its world, and the crashes of the engine. It is derived from the
 * seed until it is minimized.
 *
 * @param seed also decides the delays of handlers and people
 * @param crashes the facts after which the engine dies, in ascending order
 */
record Scenario(
    long seed, JsonObject document, Json input, List<WorldAction> actions, List<Crash> crashes) {

  /**
   * An unrequested action.
   *
   * @param millis when, after the start
   * @param pick the index of its target among the possible steps or facts
   */
  record WorldAction(int millis, ActionKind kind, int pick) {}

  enum ActionKind {
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
   * A crash of the engine.
   *
   * @param fact the number of facts applied before, of all executions
   * @param silent true if the fact is in the journal but its commands were not issued
   */
  record Crash(int fact, boolean silent) {}

  Scenario {
    actions = List.copyOf(actions);
    crashes = List.copyOf(crashes);
  }

  static Scenario of(long seed) {
    SeededRandom dice = new SeededRandom(seed);
    RandomFlow flow = new RandomFlow(dice, FlowTarget.SIMULATED_WORLD, "flow");
    JsonObject document = flow.document();
    Json input = flow.input();
    return new Scenario(seed, document, input, actions(dice), crashes(dice));
  }

  private static List<WorldAction> actions(SeededRandom dice) {
    List<WorldAction> actions = new ArrayList<>();
    for (int i = dice.below(4); i > 0; i--) {
      actions.add(new WorldAction(dice.below(10_000), ActionKind.EVENT, dice.below(2)));
    }
    if (dice.percent(40)) {
      for (int i = dice.between(1, 3); i > 0; i--) {
        ActionKind kind = dice.any(ActionKind.values());
        int at = dice.below(12_000);
        actions.add(new WorldAction(at, kind, dice.below(1_000)));
        if (kind == ActionKind.PAUSE) {
          actions.add(new WorldAction(at + dice.below(6_000), ActionKind.RESUME, 0));
        }
      }
    }
    return actions;
  }

  private static List<Crash> crashes(SeededRandom dice) {
    List<Crash> crashes = new ArrayList<>();
    int fact = 0;
    for (int i = dice.between(1, 4); i > 0; i--) {
      fact += dice.between(1, 8);
      crashes.add(new Crash(fact, dice.percent(60)));
    }
    return crashes;
  }

  /** Returns the scenario without crashes. */
  Scenario undisturbed() {
    return new Scenario(seed, document, input, actions, List.of());
  }

  ExecutionId id() {
    return new ExecutionId(new UUID(seed, 1));
  }

  /**
   * Parses the definition.
   *
   * @throws IllegalArgumentException if the definition is not valid
   */
  Flow flow() {
    ReadResult reading = Definitions.read(document);
    return reading
        .flow()
        .orElseThrow(() -> new IllegalArgumentException(reading.errors().toString()));
  }
}
