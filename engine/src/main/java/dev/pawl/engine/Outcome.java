package dev.pawl.engine;

import dev.pawl.sdk.Json;

/** How a machine ended. */
public sealed interface Outcome {

  record Succeeded(Json output) implements Outcome {}

  record Failed(Failure failure) implements Outcome {}
}
