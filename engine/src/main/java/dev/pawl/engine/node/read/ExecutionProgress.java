package dev.pawl.engine.node.read;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import java.time.Instant;
import java.util.Optional;

/**
 * How far an execution has come, for lists.
 *
 * @param seq number of its last fact; later facts are newer than this
 * @param updatedAt time of that fact, or of the end
 * @param folded what follows from its facts; empty if they are too many, too large or unreadable
 */
public record ExecutionProgress(long seq, Instant updatedAt, Optional<FoldedProgress> folded) {

  /**
   * The progress of an execution whose facts were folded.
   *
   * @param done number of steps of the root machine that have ended well
   * @param total estimate of their number at the end: the states of the longest way are added
   * @param state the state that it is in, or that it failed in
   * @param attempt number of the attempt of that state
   * @param failure the latest failure of an attempt of that state
   * @param items the branches or items of that state
   * @param remark the reason of the latest pause or cancellation
   * @param by who paused it
   * @param ending the decided end
   */
  public record FoldedProgress(
      int done,
      int total,
      Optional<String> state,
      int attempt,
      Optional<Failure> failure,
      Optional<Items> items,
      Optional<String> remark,
      Optional<String> by,
      Optional<Status> ending,
      boolean paused) {}

  /** The number of children of a fork that have ended, and of all. */
  public record Items(int ended, int total) {}
}
