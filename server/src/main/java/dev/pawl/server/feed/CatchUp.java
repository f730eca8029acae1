package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalNews;
import dev.pawl.postgres.feed.Moment;
import dev.pawl.postgres.feed.TenantFacts;
import dev.pawl.server.web.ApiJson;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Reads for one client what happened while it was away. It goes through time in slices, so that all
 * of it costs no more than there is to look at; and only few do so at the same time.
 */
final class CatchUp {

  private static final int PAGE = 1_000;
  private static final Duration SLICE = Duration.ofSeconds(5);
  private static final Duration SHORTEST = Duration.ofMillis(5);
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private final JournalNews news;
  private final TenantFacts facts;
  private final ApiJson json;
  private final Semaphore readers = new Semaphore(2, true);

  CatchUp(JournalNews news, TenantFacts facts, ApiJson json) {
    this.news = news;
    this.facts = facts;
    this.json = json;
  }

  /** Takes what was read; it may wait for its client. */
  interface Listener {
    /** False to hear no more. */
    boolean hear(Look look) throws IOException;
  }

  /** Beyond every fact, for clocks differ. */
  static Instant openEnd(Instant now) {
    return now.plus(Duration.ofDays(1));
  }

  /** First the rest of what the client was being told, then all up to now. */
  void tell(TenantId tenant, Place last, Moment now, Listener listener)
      throws IOException, InterruptedException {
    if (tell(tenant, last, listener)) {
      Moment since = new Moment(last.until(), last.since().taken());
      tell(tenant, new Place(since, now.state(), FactKey.Spot.FIRST), listener);
    }
  }

  private boolean tell(TenantId tenant, Place from, Listener listener)
      throws IOException, InterruptedException {
    Reading reading = new Reading(tenant, from, listener);
    return reading.copied() && reading.young();
  }

  /** From one state to another. */
  private final class Reading {
    private final TenantId tenant;
    private final Listener listener;
    private Place place;

    Reading(TenantId tenant, Place place, Listener listener) {
      this.tenant = tenant;
      this.place = place;
      this.listener = listener;
    }

    /** Whether more is wanted. */
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

    private JournalNews.Span span() {
      return new JournalNews.Span(place.since(), place.until(), place.last(), PAGE);
    }

    /** How many there were; -1 if nobody wants more. */
    private int page(Keys keys) throws IOException, InterruptedException {
      Look.Writing writing = new Look.Writing(json, place);
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
      for (Look look : writing.done()) {
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
