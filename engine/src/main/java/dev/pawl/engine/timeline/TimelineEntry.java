package dev.pawl.engine.timeline;

import dev.pawl.engine.StepStatus;
import java.time.Instant;
import java.util.Optional;

/**
 * The beginning or end of a step or of one of its attempts, as an entry of a timeline.
 *
 * @param seq number of the fact that caused it
 * @param step index of the step
 * @param began measured start of the work of the attempt, if this entry is its outcome
 * @param error name of the error, if the step or its attempt failed
 */
public record TimelineEntry(
    long seq,
    int step,
    StepStatus status,
    int attempt,
    Instant at,
    Optional<Instant> began,
    Optional<String> error) {}
