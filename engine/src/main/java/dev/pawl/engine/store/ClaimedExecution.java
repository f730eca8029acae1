package dev.pawl.engine.store;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * An execution that a node has claimed, with everything needed to continue it.
 *
 * @param facts the facts after the snapshot; all facts without a snapshot
 * @param messages the unread messages, in order
 * @param read the number of the last message that was read
 * @param awaited calls that will be answered by message
 * @param unstarted true if it was cancelled or timed out while it waited for a concurrency permit:
 *     it has no permit and must end without starting a step, except to compensate steps that it
 *     inherited from the execution it retries
 */
public record ClaimedExecution(
    ExecutionMetadata info,
    Optional<Snapshot> snapshot,
    List<JournalEntry> facts,
    List<InboxMessage> messages,
    int read,
    List<Awaited> awaited,
    boolean unstarted) {

  /** Creates a claimed execution that has its permits. */
  public ClaimedExecution(
      ExecutionMetadata info,
      Optional<Snapshot> snapshot,
      List<JournalEntry> facts,
      List<InboxMessage> messages,
      int read,
      List<Awaited> awaited) {
    this(info, snapshot, facts, messages, read, awaited, false);
  }

  /**
   * The state of an execution after a fact: a cache that may be deleted at any time.
   *
   * @param at when that fact was applied; later facts are not older
   * @param format the version of the encoding
   */
  public record Snapshot(long seq, Instant at, int format, byte[] bytes) {}
}
