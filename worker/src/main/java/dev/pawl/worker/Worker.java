package dev.pawl.worker;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
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

  private final WorkerBuilder plan;
  private final Link link;
  private final Collection<Held> held = new ConcurrentLinkedQueue<>();
  private final Semaphore room;
  private final Deliveries deliveries;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  Worker(WorkerBuilder plan) {
    this.plan = plan;
    this.link = new Link(plan.server(), plan.key());
    this.room = new Semaphore(plan.concurrency());
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
    threads.add(start("pawl-worker-poll", new Polling(plan, link, room, this::work)));
    threads.add(start("pawl-worker-heart", new Heart(link, held, plan.lease())));
    threads.add(start("pawl-worker-outcomes", deliveries));
    return this;
  }

  private static Thread start(String name, Runnable loop) {
    return Thread.ofVirtual().name(name).start(loop);
  }

  private void work(Task task) {
    Held one = new Held(task);
    held.add(one);
    start("pawl-worker-" + task.resource(), () -> work(one));
  }

  private void work(Held one) {
    Outcome outcome;
    try {
      if (!one.begins()) {
        throw new InterruptedException();
      }
      TaskHandler handler = plan.handlers().get(one.task().resource());
      if (handler == null) {
        throw new TaskFailure("Worker.UnknownResource", "not served: " + one.task().resource());
      }
      outcome = Outcome.success(one, handler.handle(one.task()));
    } catch (Exception | LinkageError | StackOverflowError failed) {
      outcome = Outcome.failure(one, failed);
    } finally {
      one.ends();
    }
    if (one.isWanted()) {
      deliveries.add(outcome);
    } else {
      over(one);
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

  /** Waits until it is closed. */
  public void join() throws InterruptedException {
    closed.await();
  }

  /**
   * Takes no more tasks, lets those at hand end within the grace, and leaves the rest: they are
   * interrupted, and the server gives them to another worker when their lease is over.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    threads.getFirst().interrupt();
    boolean isDone = false;
    try {
      isDone = awaitEnd(plan.grace());
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
    }
    if (!isDone) {
      held.forEach(Held::unwanted);
    }
    threads.forEach(Thread::interrupt);
    link.close();
    closed.countDown();
  }

  /** All the room there is means that no task is at hand. */
  private boolean awaitEnd(Duration time) throws InterruptedException {
    threads.getFirst().join();
    return room.tryAcquire(plan.concurrency(), time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
