package dev.pawl.chaos.check;

import dev.pawl.chaos.client.Request;
import dev.pawl.chaos.client.Run;
import dev.pawl.chaos.ledger.Effect;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * All that is known after a scenario.
 *
 * @param earlier the executions at an earlier reading of the store
 * @param traces the executions at the end
 */
public record Evidence(
    List<Run> runs,
    List<Request> requests,
    List<Effect> effects,
    List<StoredExecution> earlier,
    List<StoredExecution> traces,
    Conditions conditions) {

  /** Returns the runs that a client tried to cancel: they may end as expected or as cancelled. */
  Set<String> cancelled() {
    Set<String> cancelled = new HashSet<>();
    for (Request request : requests) {
      if (request.kind() == Request.RequestKind.CANCEL
          && request.answer() != Request.RequestResult.REFUSED) {
        cancelled.add(request.run());
      }
    }
    return cancelled;
  }

  /**
   * The tolerances of the checks.
   *
   * @param longestGap how long an execution that waits for nothing may make no progress
   */
  public record Conditions(Losses losses, Duration longestGap) {}

  /**
   * The reasons why a side effect may have happened twice: the first node could not record it.
   *
   * @param died nodes whose processes ended
   * @param rejoined how often a node lost its lease and joined again in the same process
   */
  public record Losses(Set<String> died, Map<String, Integer> rejoined) {

    public static final Losses NONE = new Losses(Set.of(), Map.of());

    public Losses {
      died = Set.copyOf(died);
      rejoined = Map.copyOf(rejoined);
    }

    /** Returns the number of incarnations of a node; each performs an effect once. */
    int lives(String node) {
      return 1 + rejoined.getOrDefault(node, 0);
    }

    /** Returns true if another node may have taken over work of this node. */
    boolean excuse(String node) {
      return died.contains(node) || rejoined.containsKey(node);
    }
  }
}
