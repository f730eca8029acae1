package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.feed.DbSnapshot;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalChanges;
import dev.pawl.postgres.feed.TenantFacts;
import dev.pawl.server.web.ApiJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Reads the events that a reconnecting client has missed. It reads in slices of time, so that the
 * cost is proportional to the number of facts, and limits the number of concurrent readers.
 */
final class CatchUp {

  private static final int FACTS_PER_PAGE = 1_000;
  private static final Duration FIRST_SLICE = Duration.ofSeconds(5);
  private static final Duration MIN_SLICE = Duration.ofMillis(5);
  private static final Duration MAX_SLICE = Duration.ofMinutes(10);

  private final JournalChanges changes;
  private final TenantFacts facts;
  private final ApiJson json;
  private final Semaphore readers = new Semaphore(2, true);

  CatchUp(JournalChanges changes, TenantFacts facts, ApiJson json) {
    this.changes = changes;
    this.facts = facts;
    this.json = json;
  }

  /** Receives chunks; it may block until its client has read them. */
  interface ChunkListener {
    /** Accepts a chunk; returns false to end the reading. */
    boolean receive(FeedChunk chunk) throws IOException;
  }

  /** Returns a time after all facts, allowing for differences between clocks. */
  static Instant openEnd(Instant now) {
    return now.plus(Duration.ofDays(1));
  }

  /** Sends the rest of the interval that the client was in, and then all up to {@code now}. */
  void sendUntil(TenantId tenant, FeedCursor last, DbSnapshot now, ChunkListener listener)
      throws IOException, InterruptedException {
    if (send(tenant, last, listener)) {
      DbSnapshot since = new DbSnapshot(last.until(), last.since().taken());
      send(tenant, new FeedCursor(since, now.state(), FactKey.Spot.FIRST), listener);
    }
  }

  private boolean send(TenantId tenant, FeedCursor from, ChunkListener listener)
      throws IOException, InterruptedException {
    IntervalReader reading = new IntervalReader(tenant, from, listener);
    return reading.readCopied() && reading.readRecent();
  }

  /** Reads the facts between two snapshots. */
  private final class IntervalReader {
    private final TenantId tenant;
    private final ChunkListener listener;
    private FeedCursor cursor;

    IntervalReader(TenantId tenant, FeedCursor cursor, ChunkListener listener) {
      this.tenant = tenant;
      this.cursor = cursor;
      this.listener = listener;
    }

    /**
     * Reads copies of facts that are too old for {@link #readRecent}; returns false if the listener
     * ended it.
     */
    boolean readCopied() throws IOException, InterruptedException {
      int found = FACTS_PER_PAGE;
      while (found == FACTS_PER_PAGE
          && cursor.last().at().isBefore(changes.oldest(cursor.since()))) {
        found = sendPage(() -> changes.copied(List.of(tenant), span()));
      }
      return found >= 0;
    }

    boolean readRecent() throws IOException, InterruptedException {
      Instant oldest = changes.oldest(cursor.since());
      Instant from = cursor.last().at().isBefore(oldest) ? oldest : cursor.last().at();
      Duration slice = FIRST_SLICE;
      while (true) {
        Instant now = Instant.now();
        Instant begin = from;
        Instant end = from.plus(slice);
        boolean isLast = end.isAfter(now);
        Instant before = isLast ? openEnd(end) : end;
        int found = sendPage(() -> changes.recent(List.of(tenant), span(), begin, before));
        if (found < 0 || found < FACTS_PER_PAGE && isLast) {
          return found >= 0;
        }
        if (found == FACTS_PER_PAGE) {
          from = cursor.last().at();
          slice = max(slice.dividedBy(2), MIN_SLICE);
        } else {
          from = end;
          slice = min(slice.multipliedBy(2), MAX_SLICE);
        }
      }
    }

    private JournalChanges.Span span() {
      return new JournalChanges.Span(cursor.since(), cursor.until(), cursor.last(), FACTS_PER_PAGE);
    }

    /** Reads and sends one page; returns the number of facts, or -1 if the listener ended it. */
    private int sendPage(KeyQuery keys) throws IOException, InterruptedException {
      FeedChunk.ChunkWriter writing = new FeedChunk.ChunkWriter(json, cursor);
      List<FactKey> found;
      readers.acquire();
      try {
        long began = System.nanoTime();
        found = keys.find();
        facts.read(tenant, found, writing::add);
        Thread.sleep(Duration.ofNanos(System.nanoTime() - began));
      } finally {
        readers.release();
      }
      if (!found.isEmpty()) {
        cursor = cursor.after(found.getLast().spot());
      }
      for (FeedChunk chunk : writing.finish()) {
        if (!listener.receive(chunk)) {
          return -1;
        }
      }
      return found.size();
    }
  }

  private interface KeyQuery {
    List<FactKey> find();
  }

  private static Duration max(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
