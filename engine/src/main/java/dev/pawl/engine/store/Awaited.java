package dev.pawl.engine.store;

import dev.pawl.engine.StepId;
import java.time.Instant;
import java.util.Optional;

/**
 * A call that was made and whose answer will come as a letter: it is not made again when its
 * execution wakes.
 *
 * @param offered whether it was made by an offer to whoever can do it
 * @param timeout when the call has taken too long
 * @param heartbeat when a sign of life is overdue
 */
public record Awaited(
    StepId step,
    int attempt,
    boolean offered,
    Optional<Instant> timeout,
    Optional<Instant> heartbeat) {}
