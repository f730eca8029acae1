package dev.pawl.chaos.check;

import java.util.function.Consumer;

/** Looks for one kind of broken promise. */
interface Check {

  void look(Evidence evidence, Consumer<Violation> found);
}
