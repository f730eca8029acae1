package dev.pawl.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;

/**
 * Brings outcomes to the server, as many at a time as there are. One that cannot be delivered is
 * tried again until its lease is long over; by then somebody else has done the task.
 */
final class Deliveries implements Runnable {

  private static final Logger LOG = System.getLogger(Deliveries.class.getName());

  /** How many characters go into one request, unless a single outcome is longer. */
  private static final int MOST_TEXT = 500_000;

  private static final int LONG_OVER = 10;

  private final Link link;
  private final Duration patience;
  private final Consumer<Held> done;
  private final BlockingQueue<Outcome> waiting = new LinkedBlockingQueue<>();
  private final Backoff backoff = new Backoff();

  /**
   * @param done told of each task that is over
   */
  Deliveries(Link link, Duration lease, Consumer<Held> done) {
    this.link = link;
    this.patience = lease.multipliedBy(LONG_OVER);
    this.done = done;
  }

  void add(Outcome outcome) {
    waiting.add(outcome);
  }

  @Override
  public void run() {
    try {
      while (true) {
        deliver(batch());
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private List<Outcome> batch() throws InterruptedException {
    List<Outcome> batch = new ArrayList<>();
    batch.add(waiting.take());
    int size = batch.getFirst().size();
    for (Outcome next = waiting.peek();
        next != null && batch.size() < Worker.MOST_ITEMS && size + next.size() <= MOST_TEXT;
        next = waiting.peek()) {
      batch.add(waiting.take());
      size += next.size();
    }
    return batch;
  }

  private void deliver(List<Outcome> batch) throws InterruptedException {
    List<Outcome> left = new ArrayList<>(batch);
    while (!left.isEmpty()) {
      try {
        Link.Answer answer = link.post("/api/workers/outcomes", body(left), Duration.ZERO);
        if (answer.isGood()) {
          backoff.reset();
          left.forEach(outcome -> done.accept(outcome.held()));
          return;
        }
        if (answer.isRefused()) {
          refused(left, answer);
          return;
        }
        LOG.log(Level.WARNING, "outcomes were not taken: {0}", answer.problem());
      } catch (IOException away) {
        LOG.log(Level.DEBUG, "outcomes could not be sent", away);
      }
      Thread.sleep(backoff.next());
      left.removeIf(this::isHopeless);
    }
  }

  /** One outcome among many must not be in the way of the others. */
  private void refused(List<Outcome> batch, Link.Answer answer) throws InterruptedException {
    if (batch.size() > 1) {
      for (Outcome outcome : batch) {
        deliver(List.of(outcome));
      }
      return;
    }
    Outcome outcome = batch.getFirst();
    Held held = outcome.held();
    LOG.log(Level.WARNING, "the outcome of {0} was refused: {1}", held.task(), answer.problem());
    if (outcome.isRefusal()) {
      done.accept(held);
    } else {
      deliver(List.of(Outcome.refused(held, answer.problem())));
    }
  }

  private boolean isHopeless(Outcome outcome) {
    boolean hopeless = outcome.held().silence().compareTo(patience) > 0;
    if (hopeless) {
      LOG.log(Level.WARNING, "gave up delivering the outcome of {0}", outcome.held().task());
      done.accept(outcome.held());
    }
    return hopeless;
  }

  private static String body(List<Outcome> batch) {
    return "{\"items\":[" + String.join(",", batch.stream().map(Outcome::json).toList()) + "]}";
  }
}
