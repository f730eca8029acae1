package dev.pawl.testkit.conformance;

import dev.pawl.sdk.JsonObject;
import java.util.Optional;

/** Tries a case. */
@FunctionalInterface
interface Judge {

  /** What is otherwise than recorded, if anything is. */
  Optional<String> difference(JsonObject each) throws InterruptedException;
}
