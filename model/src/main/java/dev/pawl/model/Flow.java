package dev.pawl.model;

import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.util.Optional;

/**
 * A checked definition that can be executed.
 *
 * @param document the definition as written, including fields that do not affect execution
 * @param machine its states
 * @param timeout maximum duration of an execution; empty if there is no limit
 */
public record Flow(JsonObject document, Machine machine, Optional<Duration> timeout) {}
