package dev.pawl.server.feed;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened to an execution.
 *
 * @param fact what: {@code Started}, {@code TaskSucceeded}, ...
 * @param step to which step, if it was one
 * @param status where the execution stands now
 */
record Happening(
    String execution,
    String flow,
    int version,
    int seq,
    Instant at,
    String fact,
    @Nullable String step,
    String status) {}
