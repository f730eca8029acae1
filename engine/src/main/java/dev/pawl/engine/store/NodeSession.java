package dev.pawl.engine.store;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The session of one incarnation of a node with its store. Every method except the last two throws
 * {@link ExpelledException} once the lease is lost, which is final.
 */
public interface NodeSession extends AutoCloseable {

  /** Returns the number of this incarnation, which is never used again. */
  int node();

  /** Returns the number of threads that may write concurrently, each with its number from 0. */
  int writers();

  /**
   * Writes commits of different executions as one batch and returns their results, in the order of
   * the commits, when they are durable. After a lost connection it finds out whether the batch was
   * written; it waits for a store that is out of reach as long as the session may live.
   */
  List<CommitResult> write(int writer, List<Commit> batch) throws InterruptedException;

  /**
   * Claims runnable executions, the highest priority first.
   *
   * @param max the maximum number of executions; with 0, messages that other programs have sent are
   *     still delivered
   */
  List<ClaimedExecution> claim(int max);

  /** Returns unread messages to executions of this node, oldest first. */
  List<InboxMessage> messages(int max);

  /** Saves a snapshot; an outdated one is ignored. */
  void saveSnapshot(ExecutionKey key, ClaimedExecution.Snapshot snapshot);

  /** Returns the live and finished children of an execution. */
  List<ExecutionMetadata> children(ExecutionKey parent);

  /** Renews the lease and returns the store's time. */
  Instant renew();

  /**
   * Returns true if an execution needs a concurrency permit before it may start. Limits set on
   * other nodes are known after the next renewal at the latest.
   */
  boolean isLimited(ExecutionMetadata info);

  /** Returns the number of nodes as of the last renewal. */
  int members();

  /** Returns how long the lease lasts without renewal. */
  Duration lease();

  /** Makes the executions of dead nodes claimable and returns their number. */
  int releaseDead();

  /** Waits until there may be executions to claim or messages, for at most the given time. */
  void awaitWork(Duration atMost) throws InterruptedException;

  /** Gives up the lease and makes all executions of this node claimable at once. */
  @Override
  void close();
}
