package dev.pawl.engine.store;

import java.time.Instant;

/**
 * A fact as it stands in the journal.
 *
 * @param seq its number within its execution, from 1, without gaps
 * @param fact as {@link dev.pawl.engine.journal.FactBytes} wrote it
 */
public record Entry(long seq, Instant at, byte[] fact) {}
