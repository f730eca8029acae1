package dev.pawl.cli.durable;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Card;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * The run and the executions it started. The node takes whatever it finds in the store; only these
 * are shown, and only these get the answers that were given for them.
 */
final class Family {

  private final Identity identity;
  private final Function<ExecutionId, Optional<Card>> lookup;
  private final Map<ExecutionId, Card> ours = new ConcurrentHashMap<>();
  private final Map<ExecutionId, Boolean> others = new ConcurrentHashMap<>();

  Family(Identity identity, Function<ExecutionId, Optional<Card>> lookup) {
    this.identity = identity;
    this.lookup = lookup;
  }

  boolean has(ExecutionId id) {
    if (ours.containsKey(id) || others.containsKey(id)) {
      return ours.containsKey(id);
    }
    return lookup.apply(id).map(this::has).orElse(false);
  }

  boolean has(Card card) {
    if (ours.containsKey(card.id())) {
      return true;
    }
    boolean isOurs =
        identity.isOf(card) || (identity.mayBeAbove(card) && has(card.parent().orElseThrow().id()));
    if (isOurs) {
      ours.put(card.id(), card);
    } else {
      others.put(card.id(), true);
    }
    return isOurs;
  }

  String flow(ExecutionId id) {
    Card card = ours.get(id);
    return card == null ? identity.flow() : card.version().flow();
  }
}
