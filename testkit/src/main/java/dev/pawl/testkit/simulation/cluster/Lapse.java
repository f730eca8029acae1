package dev.pawl.testkit.simulation.cluster;

import dev.pawl.engine.store.Membership;

/** How a store is made to believe that a node's lease has run out. */
@FunctionalInterface
public interface Lapse {

  void lapse(Membership member) throws Exception;
}
