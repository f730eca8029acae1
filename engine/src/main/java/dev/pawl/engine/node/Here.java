package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.store.Offer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The executions in the memory of this node, which need neither letters nor the store. */
interface Here {

  /** No executions at all. */
  Here NOBODY = (key, outcome) -> Optional.empty();

  /**
   * What came of work that somebody outside has done.
   *
   * @return true once it is durable, false if nobody wants it any more; it fails if neither is
   *     known. Empty if the execution is elsewhere.
   */
  Optional<CompletableFuture<Boolean>> handIn(Offer.Key key, Fact outcome);
}
