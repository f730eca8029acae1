package dev.pawl.server.worker;

import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.store.Offers;

/** Determines why a task cannot be answered. */
final class VoidTaskReasons {

  private final ExecutionControl control;

  VoidTaskReasons(ExecutionControl control) {
    this.control = control;
  }

  /**
   * Returns {@link OutcomeResult#GONE} if the tenant has the execution; otherwise {@link
   * OutcomeResult#UNKNOWN}, because the token is forged or belongs to another tenant.
   */
  OutcomeResult result(Offers.TaskLease hold) {
    return control.reader().find(hold.key().execution()).isPresent()
        ? OutcomeResult.GONE
        : OutcomeResult.UNKNOWN;
  }
}
