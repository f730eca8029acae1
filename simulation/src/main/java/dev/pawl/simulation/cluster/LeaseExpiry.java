package dev.pawl.simulation.cluster;

/** Makes the lease of a node expire in the store. */
@FunctionalInterface
public interface LeaseExpiry {

  void expire(int node) throws Exception;
}
