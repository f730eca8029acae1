package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.ledger.Effect;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

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

  /** Runs that a client tried to cancel: they may end as they were to, or as cancelled. */
  Set<String> cancelled() {
    Set<String> cancelled = new HashSet<>();
    for (Request request : requests) {
      if (request.kind() == Request.Kind.CANCEL && request.answer() != Request.Answer.REFUSED) {
        cancelled.add(request.run());
      }
    }
    return cancelled;
  }

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
