package dev.pawl.engine.store;

import dev.pawl.engine.StepId;
import java.time.Instant;
import java.util.Optional;

/**
 * A call that will be answered by message and is not made again when its execution wakes.
 *
 * @param offered true if it is an offer to workers and other nodes
 * @param timeout when the call times out
 * @param heartbeat when the next heartbeat is overdue
 */
public record Awaited(
    StepId step,
    int attempt,
    boolean offered,
    Optional<Instant> timeout,
    Optional<Instant> heartbeat) {}
