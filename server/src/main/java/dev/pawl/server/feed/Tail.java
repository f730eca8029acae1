package dev.pawl.server.feed;

import dev.pawl.postgres.feed.Moment;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The end of one tenant's feed, for all who listen to it on this node. It keeps a bounded number of
 * bytes; a listener too slow for that has to come back and read the rest from the journal.
 */
final class Tail {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Map<Long, Look> kept = new HashMap<>();
  private Moment until;
  private boolean isWhole = true;
  private long placed = System.nanoTime();
  private long number;
  private long oldest;
  private long bytes;
  private int waiting;
  private boolean closed;

  Tail(Moment until) {
    this.until = until;
  }

  /**
   * Where a listener begins.
   *
   * @param until what became durable up to here is found, though not all of it may be told yet
   * @param number of the next look
   * @param isWhole whether all of it is told
   */
  record Start(Moment until, long number, boolean isWhole) {}

  Start start() {
    lock.lock();
    try {
      return new Start(until, number, isWhole);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Tells some of what was found. What was looked for from another state than this tail's has been
   * left to those who listen.
   *
   * @param isWhole whether that was the last of it
   * @param most how many bytes to keep, besides those of these looks
   */
  void tell(List<Look> looks, Moment before, Moment after, boolean isWhole, long most) {
    lock.lock();
    try {
      if (!until.equals(before)) {
        return;
      }
      moveTo(after, isWhole);
      if (looks.isEmpty()) {
        return;
      }
      while (bytes > most) {
        forget(oldest++);
      }
      for (Look look : looks) {
        kept.put(number++, look);
        bytes += look.size();
      }
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void forget(long one) {
    Look look = kept.remove(one);
    bytes -= look == null ? 0 : look.size();
  }

  /** Whether the look of that number can be heard no more. */
  boolean hasForgotten(long wanted) {
    lock.lock();
    try {
      return wanted < oldest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Says that there was more than can be kept: whoever listens has to come back. Unless the tail
   * has left that state meanwhile.
   */
  void skip(Moment before, Moment after) {
    lock.lock();
    try {
      if (!until.equals(before)) {
        return;
      }
      moveTo(after, true);
      kept.clear();
      bytes = 0;
      oldest = ++number;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Whether anybody has heard all that there is, and waits for more. */
  boolean isAwaited() {
    lock.lock();
    try {
      return waiting > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Whether nobody waits for more, and nothing was told for so long. */
  boolean isBehind(Duration time) {
    lock.lock();
    try {
      return waiting == 0 && isStill(time);
    } finally {
      lock.unlock();
    }
  }

  /** Whether nothing was told for so long. */
  boolean isStill(Duration time) {
    lock.lock();
    try {
      return System.nanoTime() - placed > time.toNanos();
    } finally {
      lock.unlock();
    }
  }

  private void moveTo(Moment after, boolean whole) {
    until = after;
    isWhole = whole;
    placed = System.nanoTime();
  }

  /** Nobody is told anything any more. */
  void close() {
    lock.lock();
    try {
      closed = true;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** It was gone before it could be heard. */
  static final class TooSlowException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** The look of that number, as soon as it is there; empty after that time, or if it is closed. */
  Optional<Look> await(long wanted, Duration atMost) throws InterruptedException, TooSlowException {
    lock.lock();
    try {
      awaitMoreThan(wanted, atMost.toNanos());
      if (number <= wanted || closed) {
        return Optional.empty();
      }
      Look look = kept.get(wanted);
      if (look == null) {
        throw new TooSlowException();
      }
      return Optional.of(look);
    } finally {
      lock.unlock();
    }
  }

  private void awaitMoreThan(long wanted, long atMost) throws InterruptedException {
    long left = atMost;
    waiting++;
    try {
      while (number <= wanted && left > 0 && !closed) {
        left = more.awaitNanos(left);
      }
    } finally {
      waiting--;
    }
  }
}
