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

  private static final int PAGE = 1_000;
  private static final Duration SLICE = Duration.ofSeconds(5);
  private static final Duration SHORTEST = Duration.ofMillis(5);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final JournalChanges news;
  private final TenantFacts facts;
  private final ApiJson json;
  private final Semaphore readers = new Semaphore(2, true);

  CatchUp(JournalChanges news, TenantFacts facts, ApiJson json) {
    this.news = news;
    this.facts = facts;
    this.json = json;
  }

  /** Receives chunks; it may block until its client has read them. */
  interface Listener {
    /** Accepts a chunk; returns false to end the reading. */
    boolean hear(FeedChunk look) throws IOException;
  }

  /** Returns a time after all facts, allowing for differences between clocks. */
  static Instant openEnd(Instant now) {
    return now.plus(Duration.ofDays(1));
  }

  /** Sends the rest of the interval that the client was in, and then all up to {@code now}. */
  void tell(TenantId tenant, FeedCursor last, DbSnapshot now, Listener listener)
      throws IOException, InterruptedException {
    if (tell(tenant, last, listener)) {
      DbSnapshot since = new DbSnapshot(last.until(), last.since().taken());
      tell(tenant, new FeedCursor(since, now.state(), FactKey.Spot.FIRST), listener);
    }
  }

  private boolean tell(TenantId tenant, FeedCursor from, Listener listener)
      throws IOException, InterruptedException {
    Reading reading = new Reading(tenant, from, listener);
    return reading.copied() && reading.young();
  }

  /** Reads the facts between two snapshots. */
  private final class Reading {
    private final TenantId tenant;
    private final Listener listener;
    private FeedCursor place;

    Reading(TenantId tenant, FeedCursor place, Listener listener) {
      this.tenant = tenant;
      this.place = place;
      this.listener = listener;
    }

    /**
     * Reads copies of facts that are too old for {@link #young}; returns false if the listener
     * ended it.
     */
    boolean copied() throws IOException, InterruptedException {
      int found = PAGE;
      while (found == PAGE && place.last().at().isBefore(news.oldest(place.since()))) {
        found = page(() -> news.copied(List.of(tenant), span()));
      }
      return found >= 0;
    }

    boolean young() throws IOException, InterruptedException {
      Instant oldest = news.oldest(place.since());
      Instant from = place.last().at().isBefore(oldest) ? oldest : place.last().at();
      Duration slice = SLICE;
      while (true) {
        Instant now = Instant.now();
        Instant begin = from;
        Instant end = from.plus(slice);
        boolean isLast = end.isAfter(now);
        Instant before = isLast ? openEnd(end) : end;
        int found = page(() -> news.young(List.of(tenant), span(), begin, before));
        if (found < 0 || found < PAGE && isLast) {
          return found >= 0;
        }
        if (found == PAGE) {
          from = place.last().at();
          slice = longer(slice.dividedBy(2), SHORTEST);
        } else {
          from = end;
          slice = shorter(slice.multipliedBy(2), LONGEST);
        }
      }
    }

    private JournalChanges.Span span() {
      return new JournalChanges.Span(place.since(), place.until(), place.last(), PAGE);
    }

    /** Reads and sends one page; returns the number of facts, or -1 if the listener ended it. */
    private int page(Keys keys) throws IOException, InterruptedException {
      FeedChunk.Writing writing = new FeedChunk.Writing(json, place);
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
        place = place.after(found.getLast().spot());
      }
      for (FeedChunk look : writing.done()) {
        if (!listener.hear(look)) {
          return -1;
        }
      }
      return found.size();
    }
  }

  private interface Keys {
    List<FactKey> find();
  }

  private static Duration longer(Duration one, Duration other) {
    return one.compareTo(other) > 0 ? one : other;
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
