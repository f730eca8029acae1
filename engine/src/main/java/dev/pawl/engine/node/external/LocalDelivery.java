package dev.pawl.engine.node.external;

import dev.pawl.engine.Fact;
import dev.pawl.engine.store.Offer;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Delivers outcomes to executions in the memory of this node, without a message. */
public interface LocalDelivery {

  /** Delivers nothing; all executions are on other nodes. */
  LocalDelivery NONE = (key, outcome) -> Optional.empty();

  /**
   * Delivers the outcome of offered work.
   *
   * @return empty if the execution is not on this node; otherwise completed with true when the
   *     outcome is durable and with false if the attempt is not open any more. Fails if neither is
   *     known.
   */
  Optional<CompletableFuture<Boolean>> deliver(Offer.Key key, Fact outcome);
}
