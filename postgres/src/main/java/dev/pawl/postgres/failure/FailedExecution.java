package dev.pawl.postgres.failure;

import dev.pawl.engine.store.TenantId;
import java.time.Instant;
import java.util.UUID;

/**
 * A top-level execution that failed or timed out and is no test.
 *
 * @param error name of its error; empty if it has none
 * @param cause message of its error; empty if it has none
 */
public record FailedExecution(
    TenantId tenant,
    UUID id,
    String flow,
    int version,
    Instant endedAt,
    String error,
    String cause) {}
