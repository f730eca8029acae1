package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.feed.DbSnapshot;
import dev.pawl.postgres.feed.FactKey;
import dev.pawl.postgres.feed.JournalChanges;
import dev.pawl.postgres.feed.TenantFacts;
import dev.pawl.server.web.ApiJson;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The feeds of all tenants that have listeners on this node. One query finds new facts for all of
 * them, and each fact is read once. A feed is read no further while all its listeners are behind,
 * so that slow listeners cost little.
 */
final class TenantFeeds {

  private static final System.Logger LOG = System.getLogger(TenantFeeds.class.getName());

  private static final Duration PAUSE = Duration.ofMillis(250);

  /** Ratio of the pause after a query to its duration. */
  private static final int REST = 9;

  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  /** Maximum number of facts per query; if there are more, listeners read them from the journal. */
  static final int MOST = 50_000;

  /** Maximum number of unread facts of all tenants; above it no query for new facts is made. */
  private static final int MOST_UNREAD = 4 * MOST;

  /** Pause in which fast listeners take what was published. */
  private static final Duration BREATH = Duration.ofMillis(10);

  /** Maximum age of the snapshot at which a new listener may begin. */
  private static final Duration JUST_NOW = Duration.ofSeconds(2);

  /**
   * Maximum time span of a query; a feed further behind is skipped, and its listeners read the
   * journal.
   */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private static final Duration SUMMARIZE = Duration.ofSeconds(5);

  private static final long BYTES_OF_NODE = 64L * 1024 * 1024;
  private static final long BYTES_OF_TENANT = 4L * 1024 * 1024;

  private final JournalChanges news;
  private final TenantFacts facts;
  private final ApiJson json;
  private final Map<TenantId, Shared> tails = new HashMap<>();
  private @Nullable Thread looking;
  private boolean isAway;
  private long summarized = System.nanoTime() - SUMMARIZE.toNanos();

  private static final class Shared {
    private final TenantId tenant;
    private final TenantFeed tail;
    private int listeners;

    /** Confined to the feed thread. */
    private Optional<Backlog> unread = Optional.empty();

    Shared(TenantId tenant, TenantFeed tail) {
      this.tenant = tenant;
      this.tail = tail;
    }

    /** Drops the backlog; listeners have to reconnect for it. */
    void forgetUnread() {
      unread.ifPresent(found -> tail.skip(found.from(), found.now()));
      unread = Optional.empty();
    }
  }

  TenantFeeds(JournalChanges news, TenantFacts facts, ApiJson json) {
    this.news = news;
    this.facts = facts;
    this.json = json;
  }

  /** Returns the feed of a tenant from now on; each call must be paired with {@link #leave}. */
  TenantFeed enter(TenantId tenant) {
    Optional<DbSnapshot> before;
    synchronized (this) {
      Shared shared = tails.get(tenant);
      if (shared != null && !shared.tail.isBehind(JUST_NOW)) {
        shared.listeners++;
        return shared.tail;
      }
      before = Optional.ofNullable(shared).map(known -> known.tail.start().until());
    }
    DbSnapshot now = news.now();
    synchronized (this) {
      Shared shared = tails.computeIfAbsent(tenant, any -> new Shared(tenant, new TenantFeed(now)));
      shared.listeners++;
      if (shared.tail.isBehind(JUST_NOW)) {
        before.ifPresent(known -> shared.tail.skip(known, now));
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

  /** Closes all feeds and releases their listeners. */
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
      long worked = 0;
      try {
        worked = look();
        isAway = false;
      } catch (RuntimeException | Error failed) {
        // Without this thread no listener would receive events, so it survives every failure.
        LOG.log(
            isAway ? Level.DEBUG : Level.WARNING,
            "The feed cannot be read; events are sent once it can",
            failed);
        isAway = true;
      }
      LockSupport.parkNanos(Math.clamp(worked * REST, PAUSE.toNanos(), LONGEST_REST.toNanos()));
    }
  }

  /** Finds and publishes new facts; returns the nanoseconds spent working. */
  private long look() {
    long began = System.nanoTime();
    List<Shared> awaited = awaited();
    if (awaited.isEmpty()) {
      return 0;
    }
    if (began - summarized > SUMMARIZE.toNanos()) {
      news.summarize();
      summarized = System.nanoTime();
    }
    find(awaited);
    long worked = System.nanoTime() - began;
    while (true) {
      long tells = System.nanoTime();
      awaited.stream().filter(shared -> shared.tail.isAwaited()).forEach(this::tellSome);
      awaited.removeIf(shared -> shared.unread.isEmpty());
      worked += System.nanoTime() - tells;
      if (awaited.isEmpty() || System.nanoTime() - began > PAUSE.toNanos()) {
        return worked;
      }
      LockSupport.parkNanos(BREATH.toNanos());
    }
  }

  /** Returns the feeds that have listeners waiting for more. */
  private synchronized List<Shared> awaited() {
    for (Shared shared : tails.values()) {
      // A new listener may have made the feed skip the backlog.
      shared.unread =
          shared.unread.filter(found -> found.from().equals(shared.tail.start().until()));
      if (shared.tail.isStill(LONGEST)) {
        shared.forgetUnread();
      }
    }
    return new ArrayList<>(
        tails.values().stream().filter(shared -> shared.tail.isAwaited()).toList());
  }

  private void find(List<Shared> awaited) {
    makeRoom(awaited);
    Map<DbSnapshot, Map<TenantId, Shared>> groups = new HashMap<>();
    for (Shared shared : awaited) {
      if (shared.unread.isEmpty()) {
        groups
            .computeIfAbsent(shared.tail.start().until(), any -> new HashMap<>())
            .put(shared.tenant, shared);
      }
    }
    if (!groups.isEmpty() && countUnread() <= MOST_UNREAD) {
      DbSnapshot now = news.now();
      groups.forEach((since, group) -> find(since, now, group));
    }
  }

  /** Drops the backlogs of slow listeners first. */
  private synchronized void makeRoom(List<Shared> awaited) {
    if (countUnread() > MOST_UNREAD) {
      tails.values().stream()
          .filter(shared -> !awaited.contains(shared))
          .forEach(Shared::forgetUnread);
    }
  }

  private synchronized int countUnread() {
    return tails.values().stream()
        .flatMap(shared -> shared.unread.stream())
        .mapToInt(unread -> unread.keys().size())
        .sum();
  }

  private void find(DbSnapshot since, DbSnapshot now, Map<TenantId, Shared> group) {
    if (Duration.between(since.taken(), now.taken()).compareTo(LONGEST) > 0) {
      group.values().forEach(shared -> shared.tail.skip(since, now));
      return;
    }
    JournalChanges.Span span =
        new JournalChanges.Span(since, now.state(), FactKey.Spot.FIRST, MOST);
    List<FactKey> keys = new ArrayList<>(news.copied(group.keySet(), span));
    keys.addAll(news.young(group.keySet(), span, news.oldest(since), CatchUp.openEnd(now.taken())));
    if (keys.size() >= MOST) {
      group.values().forEach(shared -> shared.tail.skip(since, now));
      return;
    }
    Map<TenantId, List<FactKey>> found = new HashMap<>();
    keys.forEach(key -> found.computeIfAbsent(key.tenant(), any -> new ArrayList<>()).add(key));
    group.forEach(
        (tenant, shared) -> {
          List<FactKey> own = found.getOrDefault(tenant, List.of());
          shared.unread = Optional.of(new Backlog(since, now, since, own));
        });
  }

  private void tellSome(Shared shared) {
    shared.unread.ifPresent(
        unread -> {
          try {
            tellSome(shared, unread);
          } catch (UnavailableException away) {
            // The backlog is kept and read again; reading the other tenants would fail as well.
            throw away;
          } catch (RuntimeException unreadable) {
            LOG.log(Level.WARNING, "What happened cannot be told", unreadable);
            shared.forgetUnread();
          }
        });
  }

  private void tellSome(Shared shared, Backlog unread) {
    FeedChunk.Writing writing = new FeedChunk.Writing(json, unread.between());
    facts.read(shared.tenant, unread.some(), writing::add);
    shared.unread = unread.isMore() ? Optional.of(unread.rest()) : Optional.empty();
    shared.tail.tell(writing.done(), unread.from(), unread.now(), !unread.isMore(), most());
  }

  private synchronized long most() {
    return Math.min(BYTES_OF_TENANT, BYTES_OF_NODE / Math.max(1, tails.size()));
  }
}
