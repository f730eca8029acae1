package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.ledger.Effect;
import java.time.Duration;
import java.util.List;

/**
 * All that is known after a run of a scenario.
 *
 * @param earlier what the store showed at an earlier look
 * @param traces what it shows at the end
 */
public record Evidence(
    List<Run> runs,
    List<Request> requests,
    List<Effect> effects,
    List<Trace> earlier,
    List<Trace> traces,
    Conditions conditions) {

  /**
   * What may be expected.
   *
   * @param longestGap how long an execution that waits for nothing may stand still
   */
  public record Conditions(Faults faults, Duration longestGap) {

    public static final Conditions FAIR = new Conditions(Faults.NONE, Duration.ofSeconds(22));
  }

  /** Why a side effect may have happened twice. */
  public enum Faults {
    /** There is no excuse. */
    NONE,
    /** A node died: another one did it again. */
    NODES_DIE,
    /** Nodes lost their right to write and came back. */
    ANY
  }
}
