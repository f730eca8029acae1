package dev.pawl.engine;

import java.time.Instant;

/** A fact in its place in the journal. Numbers begin with 1 and have no gaps. */
public record Recorded(long seq, Instant at, Fact fact) {}
