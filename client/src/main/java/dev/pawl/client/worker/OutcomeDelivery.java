package dev.pawl.client.worker;

import dev.pawl.client.http.ApiResponse;
import dev.pawl.client.http.Backoff;
import dev.pawl.client.http.JsonMembers;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
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
 * Delivers outcomes to the server in batches and retries failed deliveries for ten leases. An
 * outcome that may be the reason for a failure is sent alone, so that it does not delay the others.
 * When delivery is given up, the server leases the task to another worker.
 */
final class OutcomeDelivery implements Runnable {

  private static final Logger LOG = System.getLogger(OutcomeDelivery.class.getName());

  /** The maximum size of a batch; a single larger outcome is sent alone. */
  private static final int MAX_BATCH_BYTES = 500_000;

  private static final int MAX_LEASES = 10;
  private static final int MAX_FAILURES_IN_BATCH = 3;

  private final WorkerRequests requests;
  private final Duration giveUpAfter;
  private final Consumer<AssignedTask> done;
  private final DelayQueue<PendingOutcome> waiting = new DelayQueue<>();

  /**
   * Creates a delivery loop for one worker.
   *
   * @param done called with each task whose outcome is delivered or given up
   */
  OutcomeDelivery(WorkerRequests requests, Duration lease, Consumer<AssignedTask> done) {
    this.requests = requests;
    this.giveUpAfter = lease.multipliedBy(MAX_LEASES);
    this.done = done;
  }

  private static final class PendingOutcome implements Delayed {
    private final TaskOutcome outcome;
    private final long since = System.nanoTime();
    private final Backoff backoff = new Backoff();
    private long due = since;
    private int failures;

    PendingOutcome(TaskOutcome outcome) {
      this.outcome = outcome;
    }

    boolean isSentAlone() {
      return failures >= MAX_FAILURES_IN_BATCH;
    }

    @Override
    public long getDelay(TimeUnit unit) {
      return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(due - ((PendingOutcome) other).due, 0);
    }
  }

  void add(TaskOutcome outcome) {
    waiting.add(new PendingOutcome(outcome));
  }

  @Override
  public void run() {
    try {
      while (true) {
        List<PendingOutcome> batch = takeBatch();
        try {
          deliver(batch);
        } catch (RuntimeException | Error e) {
          // If this loop ended, no task of the worker would ever release its permit.
          LOG.log(Level.ERROR, "outcomes could not be delivered", e);
          countFailure(batch);
        }
      }
    } catch (InterruptedException closed) {
      Thread.currentThread().interrupt();
    }
  }

  private List<PendingOutcome> takeBatch() throws InterruptedException {
    List<PendingOutcome> batch = new ArrayList<>();
    PendingOutcome next = waiting.take();
    long bytes = 0;
    while (next != null) {
      boolean fits =
          batch.size() < WorkerRequests.MAX_ITEMS
              && bytes + next.outcome.bytes() <= MAX_BATCH_BYTES;
      if (!batch.isEmpty() && (next.isSentAlone() || !fits)) {
        waiting.add(next);
        return batch;
      }
      batch.add(next);
      bytes += next.outcome.bytes();
      next = next.isSentAlone() ? null : waiting.poll();
    }
    return batch;
  }

  private void deliver(List<PendingOutcome> batch) throws InterruptedException {
    try {
      JsonObject body =
          WorkerRequests.items(batch.stream().map(pending -> pending.outcome.item()).toList());
      ApiResponse response = requests.post("outcomes", body, WorkerRequests.timeout(body));
      List<Json> items = JsonMembers.list(response.json(), "items");
      if (response.isSuccess() && items.size() == batch.size()) {
        items.forEach(OutcomeDelivery::logUnwanted);
        batch.forEach(pending -> done.accept(pending.outcome.task()));
      } else if (WorkerRequests.isRefused(response)) {
        refused(batch, response);
      } else {
        LOG.log(Level.WARNING, "outcomes were not accepted: {0}", response.problem());
        countFailure(batch);
      }
    } catch (IOException away) {
      LOG.log(Level.DEBUG, "outcomes could not be sent", away);
      retryLater(batch);
    }
  }

  private void countFailure(List<PendingOutcome> batch) {
    batch.forEach(pending -> pending.failures++);
    retryLater(batch);
  }

  private static void logUnwanted(Json item) {
    String status = JsonMembers.textOrEmpty(item, "status");
    if (!status.equals("accepted")) {
      LOG.log(Level.INFO, "an outcome came too late ({0})", status);
    }
  }

  /**
   * Requeues each outcome of a refused batch to be sent alone; reports the refusal of a single
   * outcome to the flow as a failure.
   */
  private void refused(List<PendingOutcome> batch, ApiResponse response) {
    if (batch.size() > 1) {
      for (PendingOutcome pending : batch) {
        pending.failures = MAX_FAILURES_IN_BATCH;
        waiting.add(pending);
      }
      return;
    }
    TaskOutcome outcome = batch.getFirst().outcome;
    AssignedTask task = outcome.task();
    LOG.log(Level.WARNING, "the outcome of {0} was refused: {1}", task.task(), response.problem());
    if (outcome.isRefusal()) {
      done.accept(task);
    } else {
      add(TaskOutcome.refused(task, response.problem()));
    }
  }

  private void retryLater(List<PendingOutcome> batch) {
    Duration pause = batch.getFirst().backoff.next();
    long now = System.nanoTime();
    for (PendingOutcome pending : batch) {
      if (now - pending.since > giveUpAfter.toNanos()) {
        AssignedTask task = pending.outcome.task();
        LOG.log(Level.WARNING, "gave up delivering the outcome of {0}", task.task());
        done.accept(task);
      } else {
        pending.due = now + pause.toNanos();
        waiting.add(pending);
      }
    }
  }
}
