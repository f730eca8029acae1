package dev.pawl.worker;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A program that does the work of Tasks from afar.
 *
 * <pre>{@code
 * try (Worker worker =
 *     Worker.connect("http://127.0.0.1:8080", key)
 *         .serve("mail", task -> send(task.input().get("to").text()))
 *         .start()) {
 *   worker.join();
 * }
 * }</pre>
 *
 * <p>It keeps the tasks it has by signs of life, interrupts the thread of one that is not wanted
 * any more, and waits with growing pauses while the server is away. A task may be done twice, when
 * its worker dies or is cut off: {@link Task#idempotencyKey()} is the same then.
 */
public final class Worker implements AutoCloseable {

  /** How much the server takes and gives at a time. */
  static final int MOST_ITEMS = 100;

  private static final Logger LOG = System.getLogger(Worker.class.getName());
  private static final Duration LAST_POLL = Polling.SHORT_WAIT.plusSeconds(1);
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);
  private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(3);

  private final WorkerBuilder plan;
  private final Link link;
  private final Collection<Held> held = new ConcurrentLinkedQueue<>();
  private final Semaphore room;
  private final Deliveries deliveries;
  private final Heart heart;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  Worker(WorkerBuilder plan) {
    this.plan = plan;
    this.link = new Link(plan.server(), plan.key());
    this.room = new Semaphore(plan.concurrency());
    this.heart = new Heart(link, held, plan.lease());
    this.deliveries = new Deliveries(link, plan.lease(), this::over);
  }

  /**
   * @param url of a server or of what stands before several, such as {@code http://host:8080}
   * @param key an API key with the role {@code worker}
   */
  public static WorkerBuilder connect(String url, String key) {
    String trimmed = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
    return new WorkerBuilder(URI.create(trimmed), key);
  }

  Worker begin() {
    threads.add(start("pawl-worker-poll", new Polling(plan, link, room, this::work, closing::get)));
    threads.add(start("pawl-worker-heart", heart));
    threads.add(start("pawl-worker-outcomes", deliveries));
    return this;
  }

  private static Thread start(String name, Runnable loop) {
    return Thread.ofVirtual().name(name).start(loop);
  }

  private void work(Task task) {
    Held one = new Held(task, plan.lease());
    held.add(one);
    if (closing.get()) {
      giveBack(List.of(one));
      over(one);
      return;
    }
    if (task.heartbeat().isPresent()) {
      heart.look();
    }
    start("pawl-worker-" + task.resource(), () -> work(one));
  }

  private void work(Held one) {
    boolean isSent = false;
    try {
      Optional<Outcome> outcome = outcome(one);
      if (outcome.isEmpty() && one.leaves()) {
        giveBack(List.of(one));
      } else if (outcome.isPresent() && one.settles()) {
        deliveries.add(outcome.get());
        isSent = true;
      }
    } finally {
      if (!isSent) {
        over(one);
      }
    }
  }

  /** Empty if the handler gave up because the worker is closed. */
  private Optional<Outcome> outcome(Held one) {
    try {
      if (!one.begins()) {
        throw new InterruptedException();
      }
      TaskHandler handler = plan.handlers().get(one.task().resource());
      if (handler == null) {
        throw new TaskFailure("Worker.UnknownResource", "not served: " + one.task().resource());
      }
      return Optional.of(Outcome.success(one, handler.handle(one.task())));
    } catch (InterruptedException interrupted) {
      return closing.get() ? Optional.empty() : Optional.of(Outcome.failure(one, interrupted));
    } catch (Throwable failed) { // whatever it is, the flow is to know of it
      return Optional.of(Outcome.failure(one, failed));
    } finally {
      one.ends();
    }
  }

  private void over(Held one) {
    if (held.remove(one)) {
      room.release();
    }
  }

  /** How many tasks it has at hand. */
  public int tasks() {
    return held.size();
  }

  /** Whether it takes no more tasks. */
  public boolean isClosing() {
    return closing.get();
  }

  /** Waits until it is closed. */
  public void join() throws InterruptedException {
    closed.await();
  }

  /**
   * Takes no more tasks, lets those at hand end within the grace, and leaves the rest: they are
   * interrupted, and the server gives them to another worker at once. So it does with a task whose
   * handler ends with an {@link InterruptedException} meanwhile.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    if (held.isEmpty()) {
      threads.getFirst().interrupt();
    }
    boolean isDone = false;
    boolean isHurried = false;
    try {
      isDone = awaitEnd(plan.grace());
    } catch (InterruptedException hurry) {
      isHurried = true;
    }
    if (!isDone) {
      isHurried |= leave();
    }
    threads.forEach(Thread::interrupt);
    link.close();
    closed.countDown();
    if (isHurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Others begin when those here have ended, if they do so soon; true if there is no time. */
  private boolean leave() {
    List<Held> left = held.stream().filter(Held::leaves).toList();
    boolean isHurried = false;
    try {
      awaitEnd(LAST_WORDS);
    } catch (InterruptedException hurry) {
      isHurried = true;
    }
    giveBack(left);
    return isHurried;
  }

  private void giveBack(List<Held> left) {
    for (int i = 0; i < left.size(); i += MOST_ITEMS) {
      List<Map<String, String>> items =
          left.subList(i, Math.min(left.size(), i + MOST_ITEMS)).stream()
              .map(one -> Map.of("token", one.token()))
              .toList();
      try {
        link.post(
            "/api/workers/releases", JsonWriter.write(Map.of("items", items)), RELEASE_PATIENCE);
      } catch (IOException away) {
        LOG.log(Level.DEBUG, "tasks could not be given back; their lease will be over", away);
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** All the room there is means that no task is at hand. */
  private boolean awaitEnd(Duration time) throws InterruptedException {
    Thread polling = threads.getFirst();
    if (!polling.join(LAST_POLL)) {
      polling.interrupt();
      polling.join();
    }
    return room.tryAcquire(plan.concurrency(), time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
