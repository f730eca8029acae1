package dev.pawl.engine.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An execution that now belongs to a node, with all it needs to go on.
 *
 * @param facts those after the snapshot; all of them if there is none
 * @param letters what it has not read yet, in order
 * @param read the number of the last letter it has read
 * @param unstarted true if it waited for a concurrency permit and was cancelled or has waited for
 *     too long: it has no permit, and must end without doing anything
 */
public record Claimed(
    Card card,
    Optional<Snapshot> snapshot,
    List<Entry> facts,
    List<Letter> letters,
    int read,
    List<Awaited> awaited,
    boolean unstarted) {

  public Claimed(
      Card card,
      Optional<Snapshot> snapshot,
      List<Entry> facts,
      List<Letter> letters,
      int read,
      List<Awaited> awaited) {
    this(card, snapshot, facts, letters, read, awaited, false);
  }

  /**
   * An execution as it was after a fact: a cache that can be thrown away at any time.
   *
   * @param at when that fact was applied: what follows is not older
   * @param format which program can read it
   */
  public record Snapshot(long seq, Instant at, int format, byte[] bytes) {}
}
