package dev.pawl;

import java.util.Optional;

/**
 * The reason why an execution or a step failed.
 *
 * @param error the error name that Retry and Catch match
 * @param cause the description for people
 */
public record ExecutionFailure(Optional<String> error, Optional<String> cause) {}
