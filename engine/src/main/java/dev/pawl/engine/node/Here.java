package dev.pawl.engine.node;

import dev.pawl.engine.Fact;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The executions in the memory of this node, which need neither letters nor the store. */
interface Here {

  /** Nobody is here; others may know more than the store. */
  Here NOBODY = new Nobody(false);

  /** For those who take work from the store only, and need not ask anybody else about it. */
  Here STORE_ONLY = new Nobody(true);

  /** Work that somebody has got here, and of which only this node knows. */
  Optional<Offers.Kept> held(Offers.Hold hold);

  /** Whether there is no other node that could know of work. */
  boolean isAlone();

  /**
   * Sees to it that the store knows of work, and who has it.
   *
   * @return true once it does, false if nobody wants it any more; it fails if neither is known.
   *     Empty if the execution is elsewhere.
   */
  Optional<CompletableFuture<Boolean>> show(Offer.Key key);

  /**
   * What came of work that somebody outside has done.
   *
   * @return as before; true once it is durable
   */
  Optional<CompletableFuture<Boolean>> handIn(Offer.Key key, Fact outcome);

  /** No executions at all. */
  record Nobody(boolean isAlone) implements Here {

    @Override
    public Optional<Offers.Kept> held(Offers.Hold hold) {
      return Optional.empty();
    }

    @Override
    public Optional<CompletableFuture<Boolean>> show(Offer.Key key) {
      return Optional.empty();
    }

    @Override
    public Optional<CompletableFuture<Boolean>> handIn(Offer.Key key, Fact outcome) {
      return Optional.empty();
    }
  }
}
