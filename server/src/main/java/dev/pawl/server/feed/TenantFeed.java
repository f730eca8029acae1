package dev.pawl.server.feed;

import dev.pawl.postgres.feed.DbSnapshot;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The recent chunks of one tenant's feed, shared by all its listeners on this node. Its size is
 * limited; a listener that falls behind has to reconnect and read from the journal.
 */
final class TenantFeed {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final Map<Long, FeedChunk> chunks = new HashMap<>();
  private DbSnapshot until;
  private boolean isWhole = true;
  private long movedAtNanos = System.nanoTime();
  private long number;
  private long oldest;
  private long bytes;
  private int waiting;
  private boolean closed;

  TenantFeed(DbSnapshot until) {
    this.until = until;
  }

  /**
   * The position at which a listener begins.
   *
   * @param until snapshot up to which facts have been found, though some may not be published yet
   * @param number number of the next chunk
   * @param isWhole true if all facts up to {@code until} are published
   */
  record FeedStart(DbSnapshot until, long number, boolean isWhole) {}

  FeedStart start() {
    lock.lock();
    try {
      return new FeedStart(until, number, isWhole);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Publishes chunks and moves the feed to a snapshot; does nothing if it is no longer at {@code
   * before}.
   *
   * @param isWhole true if these are the last chunks up to {@code after}
   * @param most maximum number of bytes to keep in addition to these chunks
   */
  void publish(
      List<FeedChunk> newChunks, DbSnapshot before, DbSnapshot after, boolean isWhole, long most) {
    lock.lock();
    try {
      if (!until.equals(before)) {
        return;
      }
      moveTo(after, isWhole);
      add(newChunks, most);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Publishes a chunk that is no part of the journal; the feed stays at its snapshot.
   *
   * @param most maximum number of bytes to keep in addition to the chunk
   */
  void publish(FeedChunk chunk, long most) {
    lock.lock();
    try {
      add(List.of(chunk), most);
    } finally {
      lock.unlock();
    }
  }

  private void add(List<FeedChunk> newChunks, long most) {
    if (newChunks.isEmpty()) {
      return;
    }
    while (bytes > most) {
      drop(oldest++);
    }
    for (FeedChunk chunk : newChunks) {
      chunks.put(number++, chunk);
      bytes += chunk.size();
    }
    more.signalAll();
  }

  private void drop(long one) {
    FeedChunk chunk = chunks.remove(one);
    bytes -= chunk == null ? 0 : chunk.size();
  }

  /** Returns true if the chunk with that number has been dropped. */
  boolean hasDropped(long wanted) {
    lock.lock();
    try {
      return wanted < oldest;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Drops all chunks and skips to a snapshot, so that listeners have to reconnect; does nothing if
   * the feed is no longer at {@code before}.
   */
  void skip(DbSnapshot before, DbSnapshot after) {
    lock.lock();
    try {
      if (!until.equals(before)) {
        return;
      }
      moveTo(after, true);
      chunks.clear();
      bytes = 0;
      oldest = ++number;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Returns true if a listener has received all chunks and waits for more. */
  boolean isAwaited() {
    lock.lock();
    try {
      return waiting > 0;
    } finally {
      lock.unlock();
    }
  }

  /** Returns true if no listener waits and the feed has not moved for the given time. */
  boolean isIdleFor(Duration time) {
    lock.lock();
    try {
      return waiting == 0 && isUnmovedFor(time);
    } finally {
      lock.unlock();
    }
  }

  /** Returns true if the feed has not moved for the given time. */
  boolean isUnmovedFor(Duration time) {
    lock.lock();
    try {
      return System.nanoTime() - movedAtNanos > time.toNanos();
    } finally {
      lock.unlock();
    }
  }

  private void moveTo(DbSnapshot after, boolean whole) {
    until = after;
    isWhole = whole;
    movedAtNanos = System.nanoTime();
  }

  /** Closes the feed and releases all listeners blocked in {@link #await}. */
  void close() {
    lock.lock();
    try {
      closed = true;
      more.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Thrown if a listener asks for a chunk that has been dropped. */
  static final class TooSlowException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Waits for the chunk with that number; returns empty on timeout or if the feed is closed.
   *
   * @throws TooSlowException if the chunk has been dropped
   */
  Optional<FeedChunk> await(long wanted, Duration atMost)
      throws InterruptedException, TooSlowException {
    lock.lock();
    try {
      awaitMoreThan(wanted, atMost.toNanos());
      if (number <= wanted || closed) {
        return Optional.empty();
      }
      FeedChunk chunk = chunks.get(wanted);
      if (chunk == null) {
        throw new TooSlowException();
      }
      return Optional.of(chunk);
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
