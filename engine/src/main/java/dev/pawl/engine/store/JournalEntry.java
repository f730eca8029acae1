package dev.pawl.engine.store;

import java.time.Instant;

/**
 * A fact in the journal.
 *
 * @param seq its number within its execution, from 1 without gaps
 * @param fact encoded by {@link dev.pawl.engine.journal.FactBytes}
 */
public record JournalEntry(long seq, Instant at, byte[] fact) {}
