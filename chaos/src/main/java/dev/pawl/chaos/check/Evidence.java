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
  public record Conditions(Losses losses, Duration longestGap) {}

  /**
   * Why a side effect may have happened twice: whoever did it first could not write it down.
   *
   * @param died nodes whose processes ended
   * @param rejoined how often a node lost its right to write and began anew in the same process
   */
  public record Losses(Set<String> died, Map<String, Integer> rejoined) {

    public static final Losses NONE = new Losses(Set.of(), Map.of());

    public Losses {
      died = Set.copyOf(died);
      rejoined = Map.copyOf(rejoined);
    }

    /** How many lives a node had; in each of them it does a thing once. */
    int lives(String node) {
      return 1 + rejoined.getOrDefault(node, 0);
    }

    /** Whether what a node did in one of its lives may have been taken over by another. */
    boolean excuse(String node) {
      return died.contains(node) || rejoined.containsKey(node);
    }
  }
}
