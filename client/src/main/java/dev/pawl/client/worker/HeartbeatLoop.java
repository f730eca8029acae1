package dev.pawl.client.worker;

import dev.pawl.client.http.ApiResponse;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
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

/** Sends the heartbeats of all tasks of the worker, each at the interval that its task needs. */
final class HeartbeatLoop implements Runnable {

  private static final Logger LOG = System.getLogger(HeartbeatLoop.class.getName());
  private static final Duration MIN_TIMEOUT = Duration.ofSeconds(2);

  private final WorkerRequests requests;
  private final Collection<AssignedTask> tasks;
  private final Duration interval;
  private final Semaphore wakeUps = new Semaphore(0);

  HeartbeatLoop(WorkerRequests requests, Collection<AssignedTask> tasks, Duration lease) {
    this.requests = requests;
    this.tasks = tasks;
    this.interval = lease.dividedBy(3);
  }

  /** Makes the loop recompute its pause, because a new task may need a heartbeat earlier. */
  void wakeUp() {
    wakeUps.release();
  }

  @Override
  public void run() {
    try {
      while (true) {
        if (wakeUps.tryAcquire(pause().toNanos(), TimeUnit.NANOSECONDS)) {
          wakeUps.drainPermits();
        }
        List<AssignedTask> due =
            tasks.stream().filter(task -> task.isLeased() && task.isHeartbeatDue()).toList();
        for (int i = 0; i < due.size(); i += WorkerRequests.MAX_ITEMS) {
          beat(due.subList(i, Math.min(due.size(), i + WorkerRequests.MAX_ITEMS)));
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration pause() {
    return tasks.stream()
        .filter(AssignedTask::isLeased)
        .map(AssignedTask::untilHeartbeat)
        .min(Comparator.naturalOrder())
        .orElse(interval);
  }

  private void beat(List<AssignedTask> some) throws InterruptedException {
    List<Json> items = new ArrayList<>();
    Map<String, AssignedTask> byToken = new LinkedHashMap<>();
    for (AssignedTask task : some) {
      task.heartbeatSent();
      byToken.put(task.token(), task);
      items.add(item(task));
    }
    try {
      ApiResponse response = requests.post("heartbeats", WorkerRequests.items(items), timeout());
      if (!response.isSuccess()) {
        LOG.log(Level.WARNING, "heartbeats were not accepted: {0}", response.problem());
        return;
      }
      for (Json item : JsonMembers.list(response.json(), "items")) {
        AssignedTask task = byToken.get(JsonMembers.textOrEmpty(item, "token"));
        if (task != null && !JsonMembers.textOrEmpty(item, "status").equals("kept")) {
          LOG.log(Level.INFO, "{0} has ended; its lease is void", task.task());
          task.loseLease();
        }
      }
    } catch (IOException away) {
      // The next heartbeat tries again; nothing is lost before the lease expires.
      LOG.log(Level.DEBUG, "heartbeats could not be sent", away);
    }
  }

  /**
   * Returns the timeout of a heartbeat request: a later response is useless, as the next heartbeat
   * is due by then.
   */
  private Duration timeout() {
    return interval.compareTo(MIN_TIMEOUT) > 0 ? interval : MIN_TIMEOUT;
  }

  private static JsonObject item(AssignedTask task) {
    JsonObject item = JsonObject.of("token", Json.of(task.token()));
    return task.details().map(details -> item.with("details", details)).orElse(item);
  }
}
