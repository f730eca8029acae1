package dev.pawl.simulation.conformance;

import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** Runs a conformance case. */
@FunctionalInterface
interface CaseRunner {

  /** Returns the difference from the recorded result, if any. */
  Optional<String> difference(JsonObject each) throws InterruptedException;
}
