package dev.pawl.testkit.simulation;

import dev.pawl.engine.Recorded;
import dev.pawl.engine.journal.FactCodec;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;

/** A history in which something did not hold that must, made as small as could be. */
public final class Counterexample {

  private final Scenario scenario;
  private final Violation violation;
  private final List<Life> lives;
  private final String again;

  Counterexample(Scenario scenario, Violation violation, List<Life> lives) {
    this(scenario, violation, lives, alone(scenario.seed()));
  }

  private Counterexample(Scenario scenario, Violation violation, List<Life> lives, String again) {
    this.scenario = scenario;
    this.violation = violation;
    this.lives = lives;
    this.again = again;
  }

  private static String alone(long seed) {
    return "mvn -q -Dquick -pl testkit -am test -Dtest=SimulationTest"
        + " -Dsurefire.failIfNoSpecifiedTests=false -Dpawl.simulation.count=1"
        + " -Dpawl.simulation.seed="
        + seed;
  }

  /**
   * The same case, which was found when several ran at the same time.
   *
   * @param kind as their number is called in the properties of tests
   */
  Counterexample among(long firstSeed, int count, String kind) {
    return new Counterexample(
        scenario,
        violation,
        lives,
        "the same test with -Dpawl.simulation.seed=%d -Dpawl.simulation.%s.count=%d"
            .formatted(firstSeed, kind, count));
  }

  /** What must hold and did not. */
  public String invariant() {
    return violation.invariant();
  }

  public long seed() {
    return scenario.seed();
  }

  Scenario scenario() {
    return scenario;
  }

  /** All a reader needs to follow the case, and how to run it again. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    text.append("seed ").append(seed()).append(" shows a fault: ").append(violation.getMessage());
    text.append("\n\nThe flow:\n");
    pretty(scenario.document(), 0, text);
    text.append("\n\nInput: ").append(scenario.input());
    text.append("\nHappenings: ").append(scenario.happenings());
    text.append("\nCrashes: ").append(scenario.crashes()).append('\n');
    for (Life life : lives) {
      text.append("\nFacts of ").append(life.id).append(":\n");
      for (Recorded fact : life.facts) {
        text.append("  ").append(FactCodec.write(fact)).append('\n');
      }
    }
    return text.append("\nAgain: ").append(again).append('\n').toString();
  }

  /** Objects that are short stay on their line. */
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
