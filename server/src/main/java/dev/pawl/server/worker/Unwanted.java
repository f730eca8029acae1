package dev.pawl.server.worker;

import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.Offers;

/** Why nobody wants what a worker sent. */
final class Unwanted {

  private final Control control;

  Unwanted(Control control) {
    this.control = control;
  }

  /** Work of an execution that its tenant does not have never was: somebody else's, or made up. */
  Fate fate(Offers.Hold hold) {
    return control.find(hold.key().execution()).isPresent() ? Fate.GONE : Fate.UNKNOWN;
  }
}
