package dev.pawl.engine.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * One node's right to write, from one start of its process to its end. Every method but the last
 * two throws {@link ExpelledException} once the right is lost, which is for good.
 */
public interface Membership extends AutoCloseable {

  /** The number of this incarnation; never given twice. */
  int node();

  /** How many threads may write at the same time, each with its own number from 0. */
  int writers();

  /**
   * Writes commits of different executions, all at once, and returns when they are durable. The
   * answers are in the order of the commits. A lost connection is settled before it returns or
   * throws; it waits for a store that has gone away for as long as the membership may live.
   */
  List<Written> write(int writer, List<Commit> batch) throws InterruptedException;

  /**
   * Takes executions that can go on, the most urgent first, at most that many; none is a number
   * too, for letters that were left to be delivered are delivered all the same.
   */
  List<Claimed> claim(int max);

  /** Letters to executions of this node, oldest first; until read, they come again. */
  List<Letter> letters(int max);

  /** Keeps a snapshot; one that comes too late does no harm. */
  void keep(ExecutionKey key, Claimed.Snapshot snapshot);

  /** Which children the steps of an execution have, alive or ended. */
  List<Card> children(ExecutionKey parent);

  /** Prolongs the lease and tells the store's time. */
  Instant renew();

  /**
   * True if an execution needs a concurrency permit before it may start, as far as this node knows:
   * limits that were set elsewhere are known after the next renewal at the latest.
   */
  boolean isLimited(Card card);

  /** How many nodes there are, as of the last renewal. */
  int members();

  /** How long the lease lasts when it is not renewed. */
  Duration lease();

  /** Makes executions of dead nodes claimable, and says how many. */
  int releaseDead();

  /** Returns when there may be something to claim or to read, or after that time. */
  void awaitNews(Duration atMost) throws InterruptedException;

  /** Ends the right to write and makes all it holds claimable at once. */
  @Override
  void close();
}
