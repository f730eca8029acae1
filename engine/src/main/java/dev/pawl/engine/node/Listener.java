package dev.pawl.engine.node;

import dev.pawl.engine.Step;
import dev.pawl.engine.store.Card;
import java.util.List;

/** Hears of steps once they are durable. It is called on the way, so it must be quick. */
@FunctionalInterface
public interface Listener {

  /** Hears nothing. */
  Listener NOBODY = (card, steps) -> {};

  void heard(Card card, List<Step> steps);
}
