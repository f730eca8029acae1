package dev.pawl.client.worker;

import dev.pawl.client.http.ApiResponse;
import dev.pawl.client.http.Backoff;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.HandlerDescriptor;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Polls for as many tasks as there are free permits. While the worker has tasks, its polls wait
 * only briefly: a closing worker releases its tasks, and an open poll of its own must not receive
 * them again.
 */
final class PollLoop implements Runnable {

  private static final Logger LOG = System.getLogger(PollLoop.class.getName());

  /** The longest time that an unresponsive server may keep this worker from polling another one. */
  private static final Duration IDLE_WAIT = Duration.ofSeconds(5);

  static final Duration BUSY_WAIT = Duration.ofSeconds(2);
  private static final Duration MIN_LONG_POLL = Duration.ofSeconds(1);

  private final WorkerBuilder plan;
  private final WorkerRequests requests;
  private final Semaphore permits;
  private final Consumer<PolledTask> work;
  private final BooleanSupplier isClosing;
  private final Backoff backoff = new Backoff();
  private boolean isAway;
  private boolean isDescribed;

  PollLoop(
      WorkerBuilder plan,
      WorkerRequests requests,
      Semaphore permits,
      Consumer<PolledTask> work,
      BooleanSupplier isClosing) {
    this.isClosing = isClosing;
    this.plan = plan;
    this.requests = requests;
    this.permits = permits;
    this.work = work;
    this.isDescribed = plan.descriptors().isEmpty();
  }

  @Override
  public void run() {
    try {
      while (!isClosing.getAsBoolean()) {
        permits.acquire();
        int free = 1;
        while (free < WorkerRequests.MAX_ITEMS && permits.tryAcquire()) {
          free++;
        }
        int taken = 0;
        try {
          taken = poll(free);
        } finally {
          permits.release(free - taken);
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  /** Polls once and returns the number of tasks received, each of which keeps one permit. */
  private int poll(int free) throws InterruptedException {
    boolean isIdle = permits.availablePermits() + free == plan.concurrency();
    Duration wait = isIdle ? IDLE_WAIT : BUSY_WAIT;
    PollRequest poll =
        new PollRequest(plan.handlers().keySet(), free, wait, plan.lease(), plan.name());
    long began = System.nanoTime();
    try {
      if (!isDescribed) {
        describe();
      }
      Json body = poll.json();
      ApiResponse response = requests.post("poll", body, WorkerRequests.timeout(body).plus(wait));
      if (response.isSuccess()) {
        reportBack();
        List<Json> tasks = JsonMembers.elements(response.json()).stream().limit(free).toList();
        tasks.forEach(task -> work.accept(new PolledTask(task)));
        if (!tasks.isEmpty() || isLong(System.nanoTime() - began)) {
          backoff.reset();
          return tasks.size();
        }
      } else {
        reportAway(response.problem());
      }
    } catch (IOException away) {
      reportAway(String.valueOf(away.getMessage() == null ? away : away.getMessage()));
    }
    Thread.sleep(backoff.next());
    return 0;
  }

  /** Sends the descriptors once; a refusal is only logged and does not delay the work. */
  private void describe() throws IOException, InterruptedException {
    List<Json> items = new ArrayList<>();
    plan.descriptors().forEach((resource, one) -> items.add(described(resource, one)));
    JsonObject body = WorkerRequests.items(items);
    ApiResponse response = requests.post("descriptors", body, WorkerRequests.timeout(body));
    isDescribed = true;
    if (!response.isSuccess()) {
      LOG.log(Level.WARNING, "the descriptors are refused: {0}", response.problem());
    }
  }

  static JsonObject described(String resource, HandlerDescriptor descriptor) {
    JsonObject.Builder said = JsonObject.builder();
    putText(said, "displayName", descriptor.displayName());
    putText(said, "category", descriptor.category());
    putText(said, "description", descriptor.description());
    putText(said, "icon", descriptor.icon());
    putSchema(said, "configSchema", descriptor.configSchema());
    putSchema(said, "inputSchema", descriptor.inputSchema());
    putSchema(said, "outputSchema", descriptor.outputSchema());
    return JsonObject.of("resource", Json.of(resource)).with("descriptor", said.build());
  }

  private static void putText(JsonObject.Builder members, String name, String text) {
    if (!text.isEmpty()) {
      members.put(name, Json.of(text));
    }
  }

  private static void putSchema(JsonObject.Builder members, String name, Json schema) {
    if (!schema.isTrue()) {
      members.put(name, schema);
    }
  }

  /**
   * Returns true if an empty poll took so long that no backoff is needed. A server that is about to
   * stop answers at once and must not be polled again immediately.
   */
  private static boolean isLong(long nanos) {
    return nanos > MIN_LONG_POLL.toNanos();
  }

  private void reportAway(String reason) {
    Level level = isAway ? Level.DEBUG : Level.WARNING;
    LOG.log(level, "no tasks from {0}: {1}; trying again", requests.connection().address(), reason);
    isAway = true;
  }

  private void reportBack() {
    if (isAway) {
      LOG.log(Level.INFO, "{0} is back", requests.connection().address());
      isAway = false;
    }
  }
}
