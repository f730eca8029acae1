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
import java.time.Instant;
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

  private static final Duration MIN_PAUSE = Duration.ofMillis(250);

  /** Ratio of the pause after a query to its duration. */
  private static final int PAUSE_PER_WORK = 9;

  private static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  /** Maximum number of facts per query; if there are more, listeners read them from the journal. */
  static final int MAX_FACTS_PER_QUERY = 50_000;

  /** Maximum number of unread facts of all tenants; above it no query for new facts is made. */
  private static final int MAX_UNREAD_FACTS = 4 * MAX_FACTS_PER_QUERY;

  /** Pause in which fast listeners take what was published. */
  private static final Duration PUBLISH_PAUSE = Duration.ofMillis(10);

  /** Maximum age of the snapshot at which a new listener may begin. */
  private static final Duration MAX_START_AGE = Duration.ofSeconds(2);

  /**
   * Maximum time span of a query; a feed further behind is skipped, and its listeners read the
   * journal.
   */
  private static final Duration MAX_QUERY_SPAN = Duration.ofMinutes(1);

  private static final Duration SUMMARIZE_INTERVAL = Duration.ofSeconds(5);

  private static final long MAX_NODE_BYTES = 64L * 1024 * 1024;
  private static final long MAX_TENANT_BYTES = 4L * 1024 * 1024;

  private final JournalChanges changes;
  private final TenantFacts facts;
  private final ChangeLog log;
  private final ApiJson json;
  private final Map<TenantId, SharedFeed> feeds = new HashMap<>();
  private @Nullable Thread thread;
  private boolean isUnavailable;
  private long lastSummaryNanos = System.nanoTime() - SUMMARIZE_INTERVAL.toNanos();

  private static final class SharedFeed {
    private final TenantId tenant;
    private final TenantFeed feed;
    private int listeners;
    private int topicListeners;

    /** Present from the first listener of topics on. */
    private Optional<ChangeTracker> tracker = Optional.empty();

    /** Confined to the feed thread. */
    private Optional<Backlog> unread = Optional.empty();

    SharedFeed(TenantId tenant, TenantFeed feed) {
      this.tenant = tenant;
      this.feed = feed;
    }

    /** Drops the backlog; listeners have to reconnect for it. */
    void dropUnread() {
      unread.ifPresent(found -> feed.skip(found.from(), found.now()));
      unread = Optional.empty();
    }
  }

  TenantFeeds(JournalChanges changes, TenantFacts facts, ChangeLog log, ApiJson json) {
    this.changes = changes;
    this.facts = facts;
    this.log = log;
    this.json = json;
  }

  /**
   * Makes the feed of a tenant contain changes of all topics from now on; call it after {@link
   * #enter}, and pair each call with {@link #ignoreTopics}.
   */
  void followTopics(TenantId tenant) {
    ChangeTracker fresh = log.track(tenant);
    synchronized (this) {
      SharedFeed shared = feeds.get(tenant);
      if (shared != null && shared.topicListeners++ == 0) {
        shared.tracker = Optional.of(fresh);
      }
    }
  }

  synchronized void ignoreTopics(TenantId tenant) {
    SharedFeed shared = feeds.get(tenant);
    if (shared != null && --shared.topicListeners == 0) {
      shared.tracker = Optional.empty();
    }
  }

  /** Returns the changes since a time, for a listener that resumes. */
  FeedChunk missedChanges(TenantId tenant, Instant since) {
    return FeedChunk.of(log.missed(tenant, since), json);
  }

  /** Returns the feed of a tenant from now on; each call must be paired with {@link #leave}. */
  TenantFeed enter(TenantId tenant) {
    Optional<DbSnapshot> before;
    synchronized (this) {
      SharedFeed shared = feeds.get(tenant);
      if (shared != null && !shared.feed.isIdleFor(MAX_START_AGE)) {
        shared.listeners++;
        return shared.feed;
      }
      before = Optional.ofNullable(shared).map(known -> known.feed.start().until());
    }
    DbSnapshot now = changes.now();
    synchronized (this) {
      SharedFeed shared =
          feeds.computeIfAbsent(tenant, any -> new SharedFeed(tenant, new TenantFeed(now)));
      shared.listeners++;
      if (shared.feed.isIdleFor(MAX_START_AGE)) {
        before.ifPresent(known -> shared.feed.skip(known, now));
      }
      if (thread == null) {
        thread = Thread.ofVirtual().name("pawl-feed").start(this::run);
      }
      return shared.feed;
    }
  }

  synchronized void leave(TenantId tenant) {
    SharedFeed shared = feeds.get(tenant);
    if (shared != null && --shared.listeners == 0) {
      feeds.remove(tenant);
    }
  }

  /** Closes all feeds and releases their listeners. */
  synchronized void close() {
    feeds.values().forEach(shared -> shared.feed.close());
  }

  private synchronized boolean hasListeners() {
    if (feeds.isEmpty()) {
      thread = null;
      return false;
    }
    return true;
  }

  private void run() {
    while (hasListeners()) {
      long worked = 0;
      try {
        worked = publishNew();
        isUnavailable = false;
      } catch (RuntimeException | Error failed) {
        // Without this thread no listener would receive events, so it survives every failure.
        LOG.log(
            isUnavailable ? Level.DEBUG : Level.WARNING,
            "The feed cannot be read; events are sent once it can",
            failed);
        isUnavailable = true;
      }
      LockSupport.parkNanos(
          Math.clamp(worked * PAUSE_PER_WORK, MIN_PAUSE.toNanos(), MAX_PAUSE.toNanos()));
    }
  }

  /** Finds and publishes new facts; returns the nanoseconds spent working. */
  private long publishNew() {
    long began = System.nanoTime();
    List<SharedFeed> awaited = awaitedFeeds();
    if (awaited.isEmpty()) {
      return 0;
    }
    if (began - lastSummaryNanos > SUMMARIZE_INTERVAL.toNanos()) {
      changes.summarize();
      lastSummaryNanos = System.nanoTime();
    }
    publishChanges(awaited);
    find(awaited);
    long worked = System.nanoTime() - began;
    while (true) {
      long publishStart = System.nanoTime();
      awaited.stream().filter(shared -> shared.feed.isAwaited()).forEach(this::publishSome);
      awaited.removeIf(shared -> shared.unread.isEmpty());
      worked += System.nanoTime() - publishStart;
      if (awaited.isEmpty() || System.nanoTime() - began > MIN_PAUSE.toNanos()) {
        return worked;
      }
      LockSupport.parkNanos(PUBLISH_PAUSE.toNanos());
    }
  }

  /** Returns the feeds that have listeners waiting for more. */
  private synchronized List<SharedFeed> awaitedFeeds() {
    for (SharedFeed shared : feeds.values()) {
      // A new listener may have made the feed skip the backlog.
      shared.unread =
          shared.unread.filter(found -> found.from().equals(shared.feed.start().until()));
      if (shared.feed.isUnmovedFor(MAX_QUERY_SPAN)) {
        shared.dropUnread();
      }
    }
    return new ArrayList<>(
        feeds.values().stream().filter(shared -> shared.feed.isAwaited()).toList());
  }

  private void publishChanges(List<SharedFeed> awaited) {
    Map<ChangeTracker, SharedFeed> tracked = new HashMap<>();
    synchronized (this) {
      awaited.forEach(shared -> shared.tracker.ifPresent(tracker -> tracked.put(tracker, shared)));
    }
    if (tracked.isEmpty()) {
      return;
    }
    Map<TenantId, List<TopicChange>> found = log.read(tracked.keySet());
    tracked.forEach(
        (tracker, shared) -> {
          List<TopicChange> own = found.getOrDefault(tracker.tenant(), List.of());
          if (!own.isEmpty()) {
            shared.feed.publish(FeedChunk.of(own, json), maxTenantBytes());
          }
        });
  }

  private void find(List<SharedFeed> awaited) {
    dropSlowBacklogs(awaited);
    Map<DbSnapshot, Map<TenantId, SharedFeed>> groups = new HashMap<>();
    for (SharedFeed shared : awaited) {
      if (shared.unread.isEmpty()) {
        groups
            .computeIfAbsent(shared.feed.start().until(), any -> new HashMap<>())
            .put(shared.tenant, shared);
      }
    }
    if (!groups.isEmpty() && countUnread() <= MAX_UNREAD_FACTS) {
      DbSnapshot now = changes.now();
      groups.forEach((since, group) -> find(since, now, group));
    }
  }

  /** Drops the backlogs of slow listeners first. */
  private synchronized void dropSlowBacklogs(List<SharedFeed> awaited) {
    if (countUnread() > MAX_UNREAD_FACTS) {
      feeds.values().stream()
          .filter(shared -> !awaited.contains(shared))
          .forEach(SharedFeed::dropUnread);
    }
  }

  private synchronized int countUnread() {
    return feeds.values().stream()
        .flatMap(shared -> shared.unread.stream())
        .mapToInt(unread -> unread.keys().size())
        .sum();
  }

  private void find(DbSnapshot since, DbSnapshot now, Map<TenantId, SharedFeed> group) {
    if (Duration.between(since.taken(), now.taken()).compareTo(MAX_QUERY_SPAN) > 0) {
      group.values().forEach(shared -> shared.feed.skip(since, now));
      return;
    }
    JournalChanges.Span span =
        new JournalChanges.Span(since, now.state(), FactKey.Spot.FIRST, MAX_FACTS_PER_QUERY);
    List<FactKey> keys = new ArrayList<>(changes.copied(group.keySet(), span));
    keys.addAll(
        changes.recent(group.keySet(), span, changes.oldest(since), CatchUp.openEnd(now.taken())));
    if (keys.size() >= MAX_FACTS_PER_QUERY) {
      group.values().forEach(shared -> shared.feed.skip(since, now));
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

  private void publishSome(SharedFeed shared) {
    shared.unread.ifPresent(
        unread -> {
          try {
            publishSome(shared, unread);
          } catch (UnavailableException away) {
            // The backlog is kept and read again; reading the other tenants would fail as well.
            throw away;
          } catch (RuntimeException unreadable) {
            LOG.log(Level.WARNING, "New events cannot be read", unreadable);
            shared.dropUnread();
          }
        });
  }

  private void publishSome(SharedFeed shared, Backlog unread) {
    FeedChunk.ChunkWriter writing = new FeedChunk.ChunkWriter(json, unread.cursor());
    facts.read(shared.tenant, unread.nextKeys(), writing::add);
    shared.unread = unread.isMore() ? Optional.of(unread.rest()) : Optional.empty();
    shared.feed.publish(
        writing.finish(), unread.from(), unread.now(), !unread.isMore(), maxTenantBytes());
  }

  private synchronized long maxTenantBytes() {
    return Math.min(MAX_TENANT_BYTES, MAX_NODE_BYTES / Math.max(1, feeds.size()));
  }
}
