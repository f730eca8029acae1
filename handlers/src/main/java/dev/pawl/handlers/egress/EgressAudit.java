package dev.pawl.handlers.egress;

/** Receives the decisions of the guard, for the log of the operator. */
@FunctionalInterface
public interface EgressAudit {

  /** Ignores all decisions. */
  EgressAudit NONE = (tenant, host, port, reason) -> {};

  /**
   * Records that a target was denied.
   *
   * @param reason the full reason, which handlers and flows do not see
   */
  void denied(int tenant, String host, int port, String reason);
}
