package dev.pawl.model;

import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Optional;

/**
 * One definition, ready to run.
 *
 * @param document the definition as it was written, with all that does not affect execution
 * @param machine its states
 * @param timeout how long an execution may take, if the definition says so
 */
public record Flow(JsonObject document, Machine machine, Optional<Duration> timeout) {}
