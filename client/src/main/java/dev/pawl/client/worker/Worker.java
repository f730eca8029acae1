package dev.pawl.client.worker;

import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Executes Tasks of flows over HTTP, in a program of your own.
 *
 * <pre>{@code
 * try (PawlClient client = PawlClient.connect("http://127.0.0.1:8080", key);
 *     Worker worker = client.worker().serve("mail", call -> send(call.input())).start()) {
 *   worker.join();
 * }
 * }</pre>
 *
 * <p>A worker keeps the leases of its tasks by heartbeats, interrupts the thread of a handler whose
 * task has ended, and retries with backoff while the server is unreachable. A task may be executed
 * twice if its worker dies or loses the connection; {@code HandlerCall.idempotencyKey()} is equal
 * in both calls.
 */
public final class Worker implements AutoCloseable {

  private static final Logger LOG = System.getLogger(Worker.class.getName());
  private static final Duration LAST_POLL = PollLoop.BUSY_WAIT.plusSeconds(1);
  private static final Duration INTERRUPT_TIME = Duration.ofSeconds(1);
  private static final Duration RELEASE_TIMEOUT = Duration.ofSeconds(3);

  private final WorkerBuilder plan;
  private final WorkerRequests requests;
  private final Collection<AssignedTask> tasks = new ConcurrentLinkedQueue<>();
  private final Semaphore permits;
  private final OutcomeDelivery outcomes;
  private final HeartbeatLoop heartbeats;
  private final List<Thread> threads = new ArrayList<>();
  private final AtomicBoolean closing = new AtomicBoolean();
  private final CountDownLatch closed = new CountDownLatch(1);

  Worker(WorkerBuilder plan) {
    this.plan = plan;
    this.requests = new WorkerRequests(plan.connection());
    this.permits = new Semaphore(plan.concurrency());
    this.heartbeats = new HeartbeatLoop(requests, tasks, plan.lease());
    this.outcomes = new OutcomeDelivery(requests, plan.lease(), this::finish);
  }

  Worker begin() {
    threads.add(
        start(
            "pawl-worker-poll", new PollLoop(plan, requests, permits, this::accept, closing::get)));
    threads.add(start("pawl-worker-heartbeats", heartbeats));
    threads.add(start("pawl-worker-outcomes", outcomes));
    return this;
  }

  private static Thread start(String name, Runnable loop) {
    return Thread.ofVirtual().name(name).start(loop);
  }

  private void accept(PolledTask polled) {
    AssignedTask task = new AssignedTask(polled, plan.lease());
    tasks.add(task);
    if (closing.get()) {
      release(List.of(task));
      finish(task);
      return;
    }
    if (polled.heartbeat().isPresent()) {
      heartbeats.wakeUp();
    }
    start("pawl-worker-" + polled.resource(), () -> work(task));
  }

  private void work(AssignedTask task) {
    boolean isSent = false;
    try {
      Optional<TaskOutcome> outcome = outcome(task);
      if (outcome.isEmpty() && task.abandon()) {
        release(List.of(task));
      } else if (outcome.isPresent() && task.settle()) {
        outcomes.add(outcome.get());
        isSent = true;
      }
    } finally {
      if (!isSent) {
        finish(task);
      }
    }
  }

  /**
   * Calls the handler and returns its outcome; empty if it was interrupted because the worker
   * closes.
   */
  private Optional<TaskOutcome> outcome(AssignedTask task) {
    try {
      if (!task.begin()) {
        throw new InterruptedException();
      }
      String resource = task.task().resource();
      Handler handler = plan.handlers().get(resource);
      if (handler == null) {
        throw new HandlerException("Worker.UnknownResource", "not served: " + resource);
      }
      return Optional.of(TaskOutcome.success(task, handler.handle(task.call())));
    } catch (InterruptedException interrupted) {
      return closing.get() ? Optional.empty() : Optional.of(TaskOutcome.failure(task, interrupted));
    } catch (Throwable failed) { // the flow must see every failure
      return Optional.of(TaskOutcome.failure(task, failed));
    } finally {
      task.end();
    }
  }

  private void finish(AssignedTask task) {
    if (tasks.remove(task)) {
      permits.release();
    }
  }

  /** Returns the number of tasks that the worker currently has. */
  public int tasks() {
    return tasks.size();
  }

  /** Returns true once the worker takes no more tasks. */
  public boolean isClosing() {
    return closing.get();
  }

  /** Blocks until the worker is closed. */
  public void join() throws InterruptedException {
    closed.await();
  }

  /**
   * Stops polling, waits up to the grace period for running tasks, and releases the rest: their
   * handlers are interrupted, and the server leases the tasks to other workers at once. A task
   * whose handler ends with an {@link InterruptedException} during the grace period is released as
   * well.
   */
  @Override
  public void close() {
    if (!closing.compareAndSet(false, true)) {
      return;
    }
    if (tasks.isEmpty()) {
      threads.getFirst().interrupt();
    }
    boolean isDone = false;
    boolean isInterrupted = false;
    try {
      isDone = awaitEnd(plan.grace());
    } catch (InterruptedException hurry) {
      isInterrupted = true;
    }
    if (!isDone) {
      isInterrupted |= abandonTasks();
    }
    threads.forEach(Thread::interrupt);
    closed.countDown();
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Interrupts the handlers and releases their tasks; returns true if this thread was interrupted.
   */
  private boolean abandonTasks() {
    List<AssignedTask> left = tasks.stream().filter(AssignedTask::abandon).toList();
    boolean isInterrupted = false;
    try {
      awaitEnd(INTERRUPT_TIME);
    } catch (InterruptedException hurry) {
      isInterrupted = true;
    }
    release(left);
    return isInterrupted;
  }

  private void release(List<AssignedTask> left) {
    for (int i = 0; i < left.size(); i += WorkerRequests.MAX_ITEMS) {
      List<JsonObject> items =
          left.subList(i, Math.min(left.size(), i + WorkerRequests.MAX_ITEMS)).stream()
              .map(task -> JsonObject.of("token", Json.of(task.token())))
              .toList();
      try {
        requests.post("releases", WorkerRequests.items(items), RELEASE_TIMEOUT);
      } catch (IOException away) {
        LOG.log(Level.DEBUG, "tasks could not be released; their leases will lapse", away);
      } catch (InterruptedException hurry) {
        Thread.currentThread().interrupt();
        return;
      }
    }
  }

  /** Waits until no task is left, that is, until all permits are free; returns false on timeout. */
  private boolean awaitEnd(Duration time) throws InterruptedException {
    Thread polling = threads.getFirst();
    if (!polling.join(LAST_POLL)) {
      polling.interrupt();
      polling.join();
    }
    return permits.tryAcquire(plan.concurrency(), time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
