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
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One tail for each tenant that has listeners on this node. What is new is looked for once for all
 * of them, and read once for each that has some, a little at a time; while nobody has heard all
 * that was read before, no more is read, so that those who listen slowly cost next to nothing.
 */
final class Tails {

  private static final System.Logger LOG = System.getLogger(Tails.class.getName());

  private static final Duration PAUSE = Duration.ofMillis(250);

  /** A look that takes long is followed by a rest that takes longer, up to a limit. */
  private static final int REST = 9;

  private static final Duration LONGEST_REST = Duration.ofSeconds(5);

  /** More than this in one look is not told: whoever listens reads it from the journal. */
  static final int MOST = 50_000;

  /** No more is looked for while so many of all tenants are still to be read. */
  private static final int MOST_UNREAD = 4 * MOST;

  /** Who listens nearby has taken some of it within this time. */
  private static final Duration BREATH = Duration.ofMillis(10);

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
    private final TenantId tenant;
    private final Tail tail;
    private int listeners;

    /** Belongs to the thread that looks. */
    private Optional<Unread> unread = Optional.empty();

    Shared(TenantId tenant, Tail tail) {
      this.tenant = tenant;
      this.tail = tail;
    }

    /** Whoever listens has to come back for it. */
    void forgetUnread() {
      unread.ifPresent(found -> tail.skip(found.from(), found.now()));
      unread = Optional.empty();
    }
  }

  Tails(JournalNews news, TenantFacts facts, ApiJson json) {
    this.news = news;
    this.facts = facts;
    this.json = json;
  }

  /** From now on; who enters has to leave. */
  Tail enter(TenantId tenant) {
    Optional<Moment> before;
    synchronized (this) {
      Shared shared = tails.get(tenant);
      if (shared != null && !shared.tail.isBehind(JUST_NOW)) {
        shared.listeners++;
        return shared.tail;
      }
      before = Optional.ofNullable(shared).map(known -> known.tail.start().until());
    }
    Moment now = news.now();
    synchronized (this) {
      Shared shared = tails.computeIfAbsent(tenant, any -> new Shared(tenant, new Tail(now)));
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
      long worked = 0;
      try {
        worked = look();
        isAway = false;
      } catch (RuntimeException | Error failed) {
        // Whatever it was: without this thread, nobody would hear anything any more.
        LOG.log(
            isAway ? Level.DEBUG : Level.WARNING,
            "What happens cannot be read; it is told when it can",
            failed);
        isAway = true;
      }
      LockSupport.parkNanos(Math.clamp(worked * REST, PAUSE.toNanos(), LONGEST_REST.toNanos()));
    }
  }

  /** Returns for how long there was something to do. */
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

  /** Those who have listeners that wait for more. */
  private synchronized List<Shared> awaited() {
    for (Shared shared : tails.values()) {
      // Whoever came meanwhile may have made it skip what was found.
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
    Map<Moment, Map<TenantId, Shared>> groups = new HashMap<>();
    for (Shared shared : awaited) {
      if (shared.unread.isEmpty()) {
        groups
            .computeIfAbsent(shared.tail.start().until(), any -> new HashMap<>())
            .put(shared.tenant, shared);
      }
    }
    if (!groups.isEmpty() && countUnread() <= MOST_UNREAD) {
      Moment now = news.now();
      groups.forEach((since, group) -> find(since, now, group));
    }
  }

  /** Those who listen slowly have to come back before others have to. */
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

  private void find(Moment since, Moment now, Map<TenantId, Shared> group) {
    if (Duration.between(since.taken(), now.taken()).compareTo(LONGEST) > 0) {
      group.values().forEach(shared -> shared.tail.skip(since, now));
      return;
    }
    JournalNews.Span span = new JournalNews.Span(since, now.state(), FactKey.Spot.FIRST, MOST);
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
          shared.unread = Optional.of(new Unread(since, now, since, own));
        });
  }

  private void tellSome(Shared shared) {
    shared.unread.ifPresent(
        unread -> {
          try {
            tellSome(shared, unread);
          } catch (UnavailableException away) {
            // It stays, so it is read again; others would only wait as long, and in vain.
            throw away;
          } catch (RuntimeException unreadable) {
            LOG.log(Level.WARNING, "What happened cannot be told", unreadable);
            shared.forgetUnread();
          }
        });
  }

  private void tellSome(Shared shared, Unread unread) {
    Look.Writing writing = new Look.Writing(json, unread.between());
    facts.read(shared.tenant, unread.some(), writing::add);
    shared.unread = unread.isMore() ? Optional.of(unread.rest()) : Optional.empty();
    shared.tail.tell(writing.done(), unread.from(), unread.now(), !unread.isMore(), most());
  }

  private synchronized long most() {
    return Math.min(BYTES_OF_TENANT, BYTES_OF_NODE / Math.max(1, tails.size()));
  }
}
