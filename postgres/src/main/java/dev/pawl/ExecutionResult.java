package dev.pawl;

import dev.pawl.sdk.Json;
import java.util.Optional;

/**
 * The result of an ended execution.
 *
 * @param output the output; present if it succeeded
 * @param failure the failure; present if it failed
 */
public record ExecutionResult(
    ExecutionStatus status, Optional<Json> output, Optional<ExecutionFailure> failure) {}
