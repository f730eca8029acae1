package dev.pawl.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Asks for as many tasks as there is room for, and waits at the server while there are none. While
 * there are tasks at hand it waits there for moments only: a worker that is closed gives these
 * back, and a question of its own that is still open must not be what they are given to.
 */
final class Polling implements Runnable {

  private static final Logger LOG = System.getLogger(Polling.class.getName());

  /** As long as a server that hangs may keep this worker from the work of the others. */
  private static final Duration WAIT = Duration.ofSeconds(5);

  static final Duration SHORT_WAIT = Duration.ofSeconds(2);

  private final WorkerBuilder plan;
  private final Link link;
  private final Semaphore room;
  private final Consumer<Task> work;
  private final BooleanSupplier isClosing;
  private final Backoff backoff = new Backoff();
  private boolean isAway;
  private boolean isDescribed;

  Polling(
      WorkerBuilder plan,
      Link link,
      Semaphore room,
      Consumer<Task> work,
      BooleanSupplier isClosing) {
    this.isClosing = isClosing;
    this.plan = plan;
    this.link = link;
    this.room = room;
    this.work = work;
    this.isDescribed = plan.descriptors().isEmpty();
  }

  @Override
  public void run() {
    try {
      while (!isClosing.getAsBoolean()) {
        room.acquire();
        int free = 1;
        while (free < Worker.MOST_ITEMS && room.tryAcquire()) {
          free++;
        }
        int taken = 0;
        try {
          taken = poll(free);
        } finally {
          room.release(free - taken);
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** How many tasks came; each has its share of the room now. */
  private int poll(int free) throws InterruptedException {
    boolean isIdle = room.availablePermits() + free == plan.concurrency();
    Duration wait = isIdle ? WAIT : SHORT_WAIT;
    String wish =
        JsonWriter.write(
            Map.of(
                "resources", plan.handlers().keySet(),
                "max", free,
                "wait", wait.toSeconds(),
                "lease", plan.lease().toSeconds(),
                "worker", plan.name()));
    long began = System.nanoTime();
    try {
      if (!isDescribed) {
        describe();
      }
      Link.Answer answer = link.post("/api/workers/poll", wish, Link.patience(wish).plus(wait));
      if (answer.isGood()) {
        back();
        List<Value> offers = answer.body().list().stream().limit(free).toList();
        offers.forEach(offer -> work.accept(new Task(offer)));
        if (!offers.isEmpty() || isLong(System.nanoTime() - began)) {
          backoff.reset();
          return offers.size();
        }
      } else {
        trouble(answer.problem());
      }
    } catch (IOException away) {
      trouble(String.valueOf(away.getMessage() == null ? away : away.getMessage()));
    }
    Thread.sleep(backoff.next());
    return 0;
  }

  /** Once; work is not held up by a server that does not take it. */
  private void describe() throws IOException, InterruptedException {
    List<Map<String, Object>> items = new ArrayList<>();
    plan.descriptors()
        .forEach((name, one) -> items.add(Map.of("resource", name, "descriptor", one)));
    String told = JsonWriter.write(Map.of("items", items));
    Link.Answer answer = link.post("/api/workers/descriptors", told, Link.patience(told));
    isDescribed = true;
    if (!answer.isGood()) {
      LOG.log(Level.WARNING, "the descriptors are not taken: {0}", answer.problem());
    }
  }

  /**
   * A server that lets nobody wait, because it is about to stop, must not be asked all the time.
   */
  private static boolean isLong(long nanos) {
    return nanos > Duration.ofSeconds(1).toNanos();
  }

  private void trouble(String what) {
    Level level = isAway ? Level.DEBUG : Level.WARNING;
    LOG.log(level, "no tasks from {0}: {1}; trying again", plan.server(), what);
    isAway = true;
  }

  private void back() {
    if (isAway) {
      LOG.log(Level.INFO, "{0} is back", plan.server());
      isAway = false;
    }
  }
}
