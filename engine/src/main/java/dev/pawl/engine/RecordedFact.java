package dev.pawl.engine;

import java.time.Instant;

/** A fact with its number in the journal; numbers start at 1 and have no gaps. */
public record RecordedFact(long seq, Instant at, Fact fact) {}
