package dev.pawl.postgres.feed;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.VersionKey;

/**
 * Represents a fact with its execution's version and state.
 *
 * @param status the current status of its execution
 * @param test true if the execution is a test
 */
public record JournalFact(
    FactKey key, Fact fact, VersionKey version, Status status, boolean test) {}
