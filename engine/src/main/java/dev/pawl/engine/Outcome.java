package dev.pawl.engine;

import dev.pawl.sdk.Json;

/** The outcome of a state machine or of a mocked handler call: an output or a failure. */
public sealed interface Outcome {

  record Succeeded(Json output) implements Outcome {}

  record Failed(Failure failure) implements Outcome {}
}
