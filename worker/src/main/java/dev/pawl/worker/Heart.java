package dev.pawl.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Tells the server that the tasks at hand are worked on, each as often as it needs it. */
final class Heart implements Runnable {

  private static final Logger LOG = System.getLogger(Heart.class.getName());
  private static final Duration SHORTEST_PATIENCE = Duration.ofSeconds(2);

  private final Link link;
  private final Collection<Held> held;
  private final Duration rest;
  private final Semaphore news = new Semaphore(0);

  Heart(Link link, Collection<Held> held, Duration lease) {
    this.link = link;
    this.held = held;
    this.rest = lease.dividedBy(3);
  }

  /** There is a task that may not be able to wait for the next beat. */
  void look() {
    news.release();
  }

  @Override
  public void run() {
    try {
      while (true) {
        if (news.tryAcquire(pause().toNanos(), TimeUnit.NANOSECONDS)) {
          news.drainPermits();
        }
        List<Held> due = held.stream().filter(one -> one.isWanted() && one.isDue()).toList();
        for (int i = 0; i < due.size(); i += Worker.MOST_ITEMS) {
          beat(due.subList(i, Math.min(due.size(), i + Worker.MOST_ITEMS)));
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    return held.stream()
        .filter(Held::isWanted)
        .map(Held::untilBeat)
        .min(Comparator.naturalOrder())
        .orElse(rest);
  }

  private void beat(List<Held> some) throws InterruptedException {
    List<Map<String, @Nullable Object>> items = new ArrayList<>();
    Map<String, Held> byToken = new LinkedHashMap<>();
    for (Held one : some) {
      one.asked();
      byToken.put(one.token(), one);
      items.add(item(one));
    }
    try {
      Link.Answer answer =
          link.post(
              "/api/workers/heartbeats", JsonWriter.write(Map.of("items", items)), patience());
      if (!answer.isGood()) {
        LOG.log(Level.WARNING, "no sign of life was taken: {0}", answer.problem());
        return;
      }
      for (Value item : answer.body().get("items").list()) {
        Held one = byToken.get(item.get("token").text());
        if (one != null) {
          tell(one, item.get("status").text());
        }
      }
    } catch (IOException away) {
      // The next beat tries again; until the lease is over nothing is lost.
      LOG.log(Level.DEBUG, "no sign of life could be sent", away);
    }
  }

  /** An answer that takes longer is of no use: the next beat is due. */
  private Duration patience() {
    return rest.compareTo(SHORTEST_PATIENCE) > 0 ? rest : SHORTEST_PATIENCE;
  }

  private static Map<String, @Nullable Object> item(Held one) {
    Map<String, @Nullable Object> item = new LinkedHashMap<>();
    item.put("token", one.token());
    Value progress = one.task().lastProgress();
    if (progress != null) {
      item.put("details", progress);
    }
    return item;
  }

  private static void tell(Held one, String status) {
    if (!status.equals("kept")) {
      LOG.log(Level.INFO, "{0} is not wanted any more", one.task());
      one.unwanted();
    }
  }
}
