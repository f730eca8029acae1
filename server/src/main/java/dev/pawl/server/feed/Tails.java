package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalNews;
import dev.pawl.postgres.feed.Moment;
import dev.pawl.postgres.feed.TenantFacts;
import dev.pawl.server.web.ApiJson;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One tail for each tenant that has listeners on this node. What is new is looked for once for all
 * of them, and read once for each that has some; while nobody has heard all that was read before,
 * no more is read, so that those who listen slowly cost nothing.
 */
final class Tails {

  private static final System.Logger LOG = System.getLogger(Tails.class.getName());

  private static final Duration PAUSE = Duration.ofMillis(250);

  /** A look that takes long is followed by a rest that takes longer. */
  private static final int REST = 9;

  /** More than this in one look is not told: whoever listens reads it from the journal. */
  static final int MOST = 50_000;

  /** Who begins to listen begins no longer ago than this. */
  private static final Duration JUST_NOW = Duration.ofSeconds(2);

  /** A look back that is longer than this is left to those who listen. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Duration SUMMARIZE = Duration.ofSeconds(5);

  private static final long BYTES_OF_NODE = 64L * 1024 * 1024;
  private static final long BYTES_OF_TENANT = 4L * 1024 * 1024;

  private final JournalNews news;
  private final TenantFacts facts;
  private final ApiJson json;
  private final Map<TenantId, Shared> tails = new HashMap<>();
  private @Nullable Thread looking;
  private boolean isAway;
  private long summarized = System.nanoTime() - SUMMARIZE.toNanos();

  private static final class Shared {
    private final Tail tail;
    private int listeners;

    Shared(Tail tail) {
      this.tail = tail;
    }
  }

  Tails(JournalNews news, TenantFacts facts, ApiJson json) {
    this.news = news;
    this.facts = facts;
    this.json = json;
  }

  /** From now on; who enters has to leave. */
  Tail enter(TenantId tenant) {
    synchronized (this) {
      Shared shared = tails.get(tenant);
      if (shared != null && !shared.tail.isBehind(JUST_NOW)) {
        shared.listeners++;
        return shared.tail;
      }
    }
    Place now = Place.at(news.now());
    synchronized (this) {
      Shared shared = tails.computeIfAbsent(tenant, any -> new Shared(new Tail(now)));
      shared.listeners++;
      if (shared.tail.isBehind(JUST_NOW)) {
        shared.tail.skip(now);
      }
      if (looking == null) {
        looking = Thread.ofVirtual().name("pawl-feed").start(this::run);
      }
      return shared.tail;
    }
  }

  synchronized void leave(TenantId tenant) {
    Shared shared = tails.get(tenant);
    if (shared != null && --shared.listeners == 0) {
      tails.remove(tenant);
    }
  }

  /** Ends what all listeners wait for. */
  synchronized void close() {
    tails.values().forEach(shared -> shared.tail.close());
  }

  private synchronized boolean isWanted() {
    if (tails.isEmpty()) {
      looking = null;
      return false;
    }
    return true;
  }

  private void run() {
    while (isWanted()) {
      long began = System.nanoTime();
      try {
        look();
        isAway = false;
      } catch (RuntimeException failed) {
        LOG.log(
            isAway ? Level.DEBUG : Level.WARNING,
            "What happens cannot be read; it is told when it can",
            failed);
        isAway = true;
      }
      try {
        long took = System.nanoTime() - began;
        Thread.sleep(Duration.ofNanos(Math.max(PAUSE.toNanos(), took * REST)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void look() {
    if (System.nanoTime() - summarized > SUMMARIZE.toNanos()) {
      news.summarize();
      summarized = System.nanoTime();
    }
    Map<Moment, Map<TenantId, Tail>> groups = new HashMap<>();
    synchronized (this) {
      tails.forEach(
          (tenant, shared) -> {
            if (shared.tail.isAwaited()) {
              groups
                  .computeIfAbsent(shared.tail.start().place().since(), any -> new HashMap<>())
                  .put(tenant, shared.tail);
            }
          });
    }
    if (groups.isEmpty()) {
      return;
    }
    Moment now = news.now();
    groups.forEach((since, group) -> look(since, now, group));
  }

  private void look(Moment since, Moment now, Map<TenantId, Tail> group) {
    if (Duration.between(since.taken(), now.taken()).compareTo(LONGEST) > 0) {
      group.values().forEach(tail -> tail.skip(Place.at(now)));
      return;
    }
    Place between = new Place(since, now.state(), FactKey.Spot.FIRST);
    JournalNews.Span span = new JournalNews.Span(since, now.state(), FactKey.Spot.FIRST, MOST);
    List<FactKey> keys = new ArrayList<>(news.copied(group.keySet(), span));
    keys.addAll(news.young(group.keySet(), span, news.oldest(since), CatchUp.openEnd(now.taken())));
    if (keys.size() >= MOST) {
      group.values().forEach(tail -> tail.skip(Place.at(now)));
      return;
    }
    Map<TenantId, List<FactKey>> found = new HashMap<>();
    keys.forEach(key -> found.computeIfAbsent(key.tenant(), any -> new ArrayList<>()).add(key));
    group.forEach(
        (tenant, tail) -> tell(tenant, tail, found.getOrDefault(tenant, List.of()), between, now));
  }

  private void tell(TenantId tenant, Tail tail, List<FactKey> keys, Place between, Moment now) {
    Look.Writing writing = new Look.Writing(json, between);
    try {
      facts.read(tenant, keys, writing::add);
    } catch (UnavailableException away) {
      // Its place stays, so it is looked for again.
      LOG.log(Level.DEBUG, "What happened is read again", away);
      return;
    }
    tail.tell(writing.done(), between.since(), Place.at(now), most());
  }

  private synchronized long most() {
    return Math.min(BYTES_OF_TENANT, BYTES_OF_NODE / Math.max(1, tails.size()));
  }
}
