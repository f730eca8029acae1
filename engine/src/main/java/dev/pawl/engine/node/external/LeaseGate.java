package dev.pawl.engine.node.external;

/** Blocks side effects while the node is not sure of its lease. */
@FunctionalInterface
public interface LeaseGate {

  /**
   * Waits until the lease of the node is fresh.
   *
   * @throws InterruptedException if the node has lost its lease for good
   */
  void awaitFresh() throws InterruptedException;
}
