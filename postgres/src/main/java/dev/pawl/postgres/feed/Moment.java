package dev.pawl.postgres.feed;

import java.time.Instant;

/**
 * A state of the database.
 *
 * @param state a snapshot, in PostgreSQL's words
 * @param taken when it was; if something was being written then, when that began
 */
public record Moment(String state, Instant taken) {

  private static final long LOWER_HALF = 0xFFFF_FFFFL;

  /** The oldest transaction that may not be in it, by the part of its number that rows keep. */
  String oldestOpen() {
    return Long.toString(
        Long.parseUnsignedLong(state.substring(0, state.indexOf(':'))) & LOWER_HALF);
  }
}
