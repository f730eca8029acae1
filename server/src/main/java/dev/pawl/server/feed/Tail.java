package dev.pawl.server.feed;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * The end of one tenant's feed, read once for all who listen to it on this node. It keeps a bounded
 * number of events; a listener too slow for that has to come back and read the rest from the
 * journal.
 */
final class Tail {

  private static final System.Logger LOG = System.getLogger(Tail.class.getName());
  private static final int KEPT = 10_000;
  private static final Duration LOOK = Duration.ofMillis(250);

  /** A look that takes long is followed by a rest that takes longer. */
  private static final int REST = 4;

  private final Feed feed;
  private final TenantId tenant;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition more = lock.newCondition();
  private final ArrayDeque<Feed.Event> kept = new ArrayDeque<>();
  private Place place;
  private long told;

  Tail(Feed feed, TenantId tenant) {
    this.feed = feed;
    this.tenant = tenant;
    this.place = feed.now(tenant);
  }

  /** Where a listener begins: the place, and how many events there were before it. */
  record Start(Place place, long number) {}

  Start start() {
    lock.lock();
    try {
      return new Start(place, told);
    } finally {
      lock.unlock();
    }
  }

  /** Reads on for as long as somebody listens. */
  void run(BooleanSupplier isWanted) {
    while (isWanted.getAsBoolean()) {
      long began = System.nanoTime();
      try {
        look();
      } catch (UnavailableException away) {
        LOG.log(Level.DEBUG, "The feed is looked at again from where it was", away);
      }
      try {
        long took = System.nanoTime() - began;
        Thread.sleep(Duration.ofNanos(Math.max(LOOK.toNanos(), took * REST)));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  private void look() {
    Place next = feed.now(tenant);
    Place from = new Place(place.since(), place.taken(), next.since(), Place.Last.NONE);
    ArrayDeque<Feed.Event> news = new ArrayDeque<>();
    long count = 0;
    List<Feed.Event> events;
    do {
      events = feed.between(tenant, from);
      count += events.size();
      for (Feed.Event event : events) {
        add(news, event);
        from = event.place();
      }
    } while (events.size() == Feed.AT_ONCE);
    tell(news, count, next);
  }

  private static void add(ArrayDeque<Feed.Event> bounded, Feed.Event event) {
    if (bounded.size() == KEPT) {
      bounded.removeFirst();
    }
    bounded.addLast(event);
  }

  /** All of it at once: who begins to listen begins between two looks. */
  private void tell(ArrayDeque<Feed.Event> news, long count, Place after) {
    lock.lock();
    try {
      news.forEach(event -> add(kept, event));
      told += count;
      place = after;
      if (count > 0) {
        more.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** It was gone before it could be heard. */
  static final class TooSlowException extends Exception {
    private static final long serialVersionUID = 1L;
  }

  /** Events from that number on, as soon as there are any, or none after that time. */
  List<Feed.Event> from(long number, Duration atMost)
      throws InterruptedException, TooSlowException {
    long left = atMost.toNanos();
    lock.lock();
    try {
      while (told <= number && left > 0) {
        left = more.awaitNanos(left);
      }
      long missed = told - number;
      if (missed > kept.size()) {
        throw new TooSlowException();
      }
      return missed <= 0
          ? List.of()
          : new ArrayList<>(kept).subList((int) (kept.size() - missed), kept.size());
    } finally {
      lock.unlock();
    }
  }
}
