package dev.pawl.postgres.feed;

import dev.pawl.engine.Fact;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.VersionKey;

/**
 * A fact, and of what.
 *
 * @param status where its execution stands now
 * @param test whether that is only a test
 */
public record Happened(FactKey key, Fact fact, VersionKey version, Status status, boolean test) {}
