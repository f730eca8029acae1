package dev.pawl.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Brings outcomes to the server, as many at a time as there are. One that cannot be delivered is
 * tried again for ten leases, and by itself as soon as it may be what the trouble is about, so that
 * it is in nobody's way; after that somebody else does the task.
 */
final class Deliveries implements Runnable {

  private static final Logger LOG = System.getLogger(Deliveries.class.getName());

  /** How many characters go into one request, unless a single outcome is longer. */
  private static final int MOST_TEXT = 500_000;

  private static final int PATIENT_LEASES = 10;
  private static final int MOST_TROUBLES_TOGETHER = 3;

  private final Link link;
  private final Duration patience;
  private final Consumer<Held> done;
  private final DelayQueue<Parcel> waiting = new DelayQueue<>();

  /**
   * @param done told of each task that is over
   */
  Deliveries(Link link, Duration lease, Consumer<Held> done) {
    this.link = link;
    this.patience = lease.multipliedBy(PATIENT_LEASES);
    this.done = done;
  }

  /** An outcome on its way. */
  private static final class Parcel implements Delayed {
    private final Outcome outcome;
    private final long since = System.nanoTime();
    private final Backoff backoff = new Backoff();
    private long due = since;
    private int troubles;

    Parcel(Outcome outcome) {
      this.outcome = outcome;
    }

    boolean goesAlone() {
      return troubles >= MOST_TROUBLES_TOGETHER;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due - ((Parcel) other).due, 0);
    }
  }

  void add(Outcome outcome) {
    waiting.add(new Parcel(outcome));
  }

  @Override
  public void run() {
    try {
      while (true) {
        List<Parcel> batch = batch();
        try {
          deliver(batch);
        } catch (RuntimeException | Error e) {
          // Whatever it is: if nobody delivers any more, all tasks at hand are held for ever.
          LOG.log(Level.ERROR, "outcomes could not be delivered", e);
          trouble(batch);
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Parcel> batch() throws InterruptedException {
    List<Parcel> batch = new ArrayList<>();
    Parcel next = waiting.take();
    int size = 0;
    while (next != null) {
      boolean fits = batch.size() < Worker.MOST_ITEMS && size + next.outcome.size() <= MOST_TEXT;
      if (!batch.isEmpty() && (next.goesAlone() || !fits)) {
        waiting.add(next);
        return batch;
      }
      batch.add(next);
      size += next.outcome.size();
      next = next.goesAlone() ? null : waiting.poll();
    }
    return batch;
  }

  private void deliver(List<Parcel> batch) throws InterruptedException {
    try {
      String body = body(batch);
      Link.Answer answer = link.post("/api/workers/outcomes", body, Link.patience(body));
      List<Value> items = answer.body().get("items").list();
      if (answer.isGood() && items.size() == batch.size()) {
        items.forEach(Deliveries::told);
        batch.forEach(parcel -> done.accept(parcel.outcome.held()));
      } else if (answer.isRefused()) {
        refused(batch, answer);
      } else {
        LOG.log(Level.WARNING, "outcomes were not taken: {0}", answer.problem());
        trouble(batch);
      }
    } catch (IOException away) {
      LOG.log(Level.DEBUG, "outcomes could not be sent", away);
      later(batch);
    }
  }

  private void trouble(List<Parcel> batch) {
    batch.forEach(parcel -> parcel.troubles++);
    later(batch);
  }

  private static void told(Value item) {
    String status = item.get("status").text();
    if (!status.equals("accepted")) {
      LOG.log(Level.INFO, "an outcome was not wanted any more ({0})", status);
    }
  }

  /** One outcome among many must not be in the way of the others. */
  private void refused(List<Parcel> batch, Link.Answer answer) {
    if (batch.size() > 1) {
      for (Parcel parcel : batch) {
        parcel.troubles = MOST_TROUBLES_TOGETHER;
        waiting.add(parcel);
      }
      return;
    }
    Outcome outcome = batch.getFirst().outcome;
    Held held = outcome.held();
    LOG.log(Level.WARNING, "the outcome of {0} was refused: {1}", held.task(), answer.problem());
    if (outcome.isRefusal()) {
      done.accept(held);
    } else {
      add(Outcome.refused(held, answer.problem()));
    }
  }

  /** All of them together again, as long as there is hope. */
  private void later(List<Parcel> batch) {
    Duration pause = batch.getFirst().backoff.next();
    long now = System.nanoTime();
    for (Parcel parcel : batch) {
      if (now - parcel.since > patience.toNanos()) {
        Held held = parcel.outcome.held();
        LOG.log(Level.WARNING, "gave up delivering the outcome of {0}", held.task());
        done.accept(held);
      } else {
        parcel.due = now + pause.toNanos();
        waiting.add(parcel);
      }
    }
  }

  private static String body(List<Parcel> batch) {
    return "{\"items\":["
        + String.join(",", batch.stream().map(parcel -> parcel.outcome.json()).toList())
        + "]}";
  }
}
