package dev.pawl.testkit.simulation.cluster;

/** How a store is made to believe that a node's lease has run out. */
@FunctionalInterface
public interface Lapse {

  void lapse(int node) throws Exception;
}
