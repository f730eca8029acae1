package dev.pawl.postgres.feed;

import java.time.Instant;

/**
 * Represents a state of the database.
 *
 * @param state the snapshot in PostgreSQL's text format
 * @param taken the time of the snapshot, or the start of the oldest transaction that was writing
 *     then
 */
public record DbSnapshot(String state, Instant taken) {

  private static final long LOWER_32_BITS = 0xFFFF_FFFFL;

  /**
   * Returns the oldest transaction id that may be missing from the snapshot, in the 32-bit form
   * that rows store.
   */
  String oldestOpen() {
    return Long.toString(
        Long.parseUnsignedLong(state.substring(0, state.indexOf(':'))) & LOWER_32_BITS);
  }
}
