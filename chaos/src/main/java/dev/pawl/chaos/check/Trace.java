package dev.pawl.chaos.check;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.sdk.Json;
import java.util.List;
import java.util.Optional;

/**
 * An execution as the store shows it.
 *
 * @param status as the store says, which must be what the facts amount to
 */
public record Trace(Card card, Status status, List<Recorded> facts, Fold fold) {

  public String id() {
    return card.id().toString();
  }

  public boolean isRoot() {
    return card.parent().isEmpty();
  }

  /** The run it belongs to; children are told by their parents. */
  public String run() {
    return facts.isEmpty() || !(facts.getFirst().fact() instanceof Fact.Started started)
        ? ""
        : started.input().get("run").map(Json::asText).orElse("");
  }

  public Optional<Json> counter() {
    return fold.execution().output().flatMap(output -> output.get("n"));
  }
}
