package dev.pawl.simulation;

import dev.pawl.engine.RecordedFact;
import dev.pawl.engine.journal.FactCodec;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** A minimized history that violates an invariant. */
public final class Counterexample {

  private final Scenario scenario;
  private final Violation violation;
  private final List<SimulatedExecution> lives;
  private final String again;

  Counterexample(Scenario scenario, Violation violation, List<SimulatedExecution> lives) {
    this(scenario, violation, lives, alone(scenario.seed()));
  }

  private Counterexample(
      Scenario scenario, Violation violation, List<SimulatedExecution> lives, String again) {
    this.scenario = scenario;
    this.violation = violation;
    this.lives = lives;
    this.again = again;
  }

  private static String alone(long seed) {
    return "mvn -q -Dquick -pl simulation -am test -Dtest=SimulationTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.simulation.count=1"
        + " -Dpawl.simulation.seed="
        + seed;
  }

  /**
   * Returns this counterexample with the note that several histories ran concurrently.
   *
   * @param kind the test property for their number
   */
  Counterexample among(long firstSeed, int count, String kind) {
    return new Counterexample(
        scenario,
        violation,
        lives,
        "the same test with -Dpawl.simulation.seed=%d -Dpawl.simulation.%s.count=%d"
            .formatted(firstSeed, kind, count));
  }

  /** Returns the violated invariant. */
  public String invariant() {
    return violation.invariant();
  }

  public long seed() {
    return scenario.seed();
  }

  Scenario scenario() {
    return scenario;
  }

  /** Describes the case and how to run it again. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(seed()).append(" shows a fault: ").append(violation.getMessage());
    text.append("\n\nThe flow:\n");
    pretty(scenario.document(), 0, text);
    text.append("\n\nInput: ").append(scenario.input());
    text.append("\nActions: ").append(scenario.actions());
    text.append("\nCrashes: ").append(scenario.crashes()).append('\n');
    for (SimulatedExecution life : lives) {
      text.append("\nFacts of ").append(life.id).append(":\n");
      for (RecordedFact fact : life.facts) {
        text.append("  ").append(FactCodec.write(fact)).append('\n');
      }
    }
    return text.append("\nAgain: ").append(again).append('\n').toString();
  }

  /** Writes indented JSON; short objects stay on one line. */
  private static void pretty(Json json, int indent, StringBuilder text) {
    String line = json.toString();
    if (line.length() + indent < 90) {
      text.append(line);
    } else if (json instanceof JsonObject object) {
      String separator = "{";
      for (var member : object.members().entrySet()) {
        text.append(separator).append('\n').append(" ".repeat(indent + 2));
        text.append(Json.of(member.getKey())).append(": ");
        pretty(member.getValue(), indent + 2, text);
        separator = ",";
      }
      text.append('}');
    } else if (json instanceof JsonArray array) {
      String separator = "[";
      for (Json element : array) {
        text.append(separator).append('\n').append(" ".repeat(indent + 2));
        pretty(element, indent + 2, text);
        separator = ",";
      }
      text.append(']');
    } else {
      text.append(line);
    }
  }
}
