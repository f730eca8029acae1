package dev.pawl.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tells the server every third of a lease that the tasks at hand are worked on. */
final class Heart implements Runnable {

  private static final Logger LOG = System.getLogger(Heart.class.getName());

  private final Link link;
  private final Collection<Held> held;
  private final Duration beat;

  Heart(Link link, Collection<Held> held, Duration lease) {
    this.link = link;
    this.held = held;
    this.beat = lease.dividedBy(3);
  }

  @Override
  public void run() {
    try {
      while (true) {
        Thread.sleep(beat);
        // What is quite fresh has time until the next beat.
        List<Held> due =
            held.stream()
                .filter(one -> one.isWanted() && one.silence().compareTo(beat.dividedBy(2)) > 0)
                .toList();
        for (int i = 0; i < due.size(); i += Worker.MOST_ITEMS) {
          beat(due.subList(i, Math.min(due.size(), i + Worker.MOST_ITEMS)));
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private void beat(List<Held> some) throws InterruptedException {
    List<Map<String, @Nullable Object>> items = new ArrayList<>();
    Map<String, Held> byToken = new LinkedHashMap<>();
    for (Held one : some) {
      byToken.put(one.token(), one);
      items.add(item(one));
    }
    try {
      Link.Answer answer =
          link.post(
              "/api/workers/heartbeats", JsonWriter.write(Map.of("items", items)), Duration.ZERO);
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
    if (status.equals("kept")) {
      one.kept();
    } else {
      LOG.log(Level.INFO, "{0} is not wanted any more", one.task());
      one.unwanted();
    }
  }
}
