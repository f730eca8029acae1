package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.Executions;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.job.Jobs.LeasedJob;
import dev.pawl.server.tenant.StartRates;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Runs bulk jobs page by page, from the newest execution to the oldest. Each action carries the id
 * of the job as its idempotency key, so that a page repeated after a crash has no further effect.
 */
final class BulkJobRunner {

  static final int EXECUTIONS_PER_PAGE = 100;

  static final String UNREADABLE_REQUEST = "the request of the job cannot be read";

  /** Number of pages after which the job is released, so that jobs take turns. */
  private static final int PAGES_PER_TURN = 10;

  /** Executions are counted up to this number; counting more would take longer than the work. */
  private static final int MAX_COUNTED_EXECUTIONS = 1_000_000;

  private static final int EXECUTIONS_PER_COUNT = 1_000;
  private static final int SECONDS_PER_MINUTE = 60;

  private static final Duration RATE_LIMIT_DELAY = Duration.ofMillis(500);
  private static final Duration EMERGENCY_STOP_DELAY = Duration.ofSeconds(2);

  private final Jobs jobs;
  private final Node node;
  private final ExecutionControl control;
  private final StartRates rates;
  private final EmergencyStops emergencyStops;
  private final Broadcast broadcast;

  BulkJobRunner(
      Jobs jobs,
      Node node,
      ExecutionControl control,
      StartRates rates,
      EmergencyStops emergencyStops,
      Broadcast broadcast) {
    this.broadcast = broadcast;
    this.emergencyStops = emergencyStops;
    this.jobs = jobs;
    this.node = node;
    this.control = control;
    this.rates = rates;
  }

  /** Runs available jobs; returns when there are none or the node stops. */
  void run(BooleanSupplier isOver) {
    int here = node.number();
    while (!isOver.getAsBoolean()) {
      Optional<LeasedJob> job = jobs.lease(here);
      if (job.isEmpty()) {
        return;
      }
      runTurn(job.get(), here, isOver);
    }
  }

  private void runTurn(LeasedJob job, int here, BooleanSupplier isOver) {
    if (job.work().action().equals(Jobs.BROADCAST_ACTION)) {
      new BroadcastJob(jobs, broadcast).runTurn(job, here, isOver);
      return;
    }
    Optional<BulkRequest> bulk = jobs.bulkRequest(job);
    if (bulk.isEmpty()) {
      jobs.end(job, here, Jobs.JobStatus.FAILED, UNREADABLE_REQUEST);
      return;
    }
    if (bulk.get().requireAction() == BulkRequest.BulkAction.STOP_STARTS) {
      // The job becomes available only when every node refuses starts, so there is nothing to do.
      jobs.setTotal(job, here, 0);
      jobs.end(job, here, Jobs.JobStatus.DONE, "");
      return;
    }
    if (bulk.get().requireAction().isOfAll()) {
      new PauseAllJob(jobs, control).runTurn(job, bulk.get(), here, isOver);
      return;
    }
    if (bulk.get().requireAction() == BulkRequest.BulkAction.RETRY
        && emergencyStops.isInForce(job.tenant())) {
      jobs.release(job, here, EMERGENCY_STOP_DELAY);
      return;
    }
    Executions.Criteria criteria = criteria(job, bulk.get());
    if (!job.counted()) {
      count(job, here, criteria);
    }
    Optional<ExecutionKey> place =
        job.place().map(id -> new ExecutionKey(job.tenant(), new ExecutionId(id)));
    int size = pageSize(bulk.get());
    for (int page = 0; page < PAGES_PER_TURN && !isOver.getAsBoolean(); page++) {
      List<Executions.Summary> found =
          control.reader().search(job.tenant(), criteria, new Executions.Page(size, place));
      PageResult dealt = handlePage(job, bulk.get(), found);
      if (dealt.count() > 0) {
        place = Optional.of(found.get(dealt.count() - 1).info().key());
        if (!jobs.saveProgress(
            job, here, place.get().id().value(), dealt.done(), dealt.refused())) {
          return;
        }
      }
      if (dealt.count() < found.size()) {
        jobs.release(job, here, RATE_LIMIT_DELAY);
        return;
      }
      if (found.size() < size) {
        jobs.end(job, here, Jobs.JobStatus.DONE, "");
        return;
      }
      if (bulk.get().perMinute() != null) {
        jobs.release(job, here, Duration.ofMinutes(size).dividedBy(bulk.get().perMinute()));
        return;
      }
    }
    jobs.release(job, here, Duration.ZERO);
  }

  /** Returns the number of executions of a page; with a rate, those of about one second. */
  private static int pageSize(BulkRequest bulk) {
    return bulk.perMinute() == null
        ? EXECUTIONS_PER_PAGE
        : Math.clamp(bulk.perMinute() / SECONDS_PER_MINUTE, 1, EXECUTIONS_PER_PAGE);
  }

  /**
   * The result of handling a page.
   *
   * @param count number of executions handled; below the page size if the start rate limit is
   *     reached
   */
  private record PageResult(int count, int done, int refused) {}

  private PageResult handlePage(LeasedJob job, BulkRequest bulk, List<Executions.Summary> found) {
    int count = 0;
    int done = 0;
    int refused = 0;
    for (Executions.Summary one : found) {
      if (isOwnRetry(job, one)) {
        count++;
        continue;
      }
      if (bulk.requireAction() == BulkRequest.BulkAction.RETRY && !rates.mayStart(job.tenant())) {
        break;
      }
      count++;
      if (apply(job, bulk, one)) {
        done++;
      } else {
        refused++;
      }
    }
    return new PageResult(count, done, refused);
  }

  private void count(LeasedJob job, int here, Executions.Criteria criteria) {
    int total = 0;
    Optional<ExecutionKey> place = Optional.empty();
    List<Executions.Summary> found;
    do {
      found =
          control
              .reader()
              .search(job.tenant(), criteria, new Executions.Page(EXECUTIONS_PER_COUNT, place));
      total += (int) found.stream().filter(one -> !isOwnRetry(job, one)).count();
      place = found.isEmpty() ? place : Optional.of(found.getLast().info().key());
      if (!jobs.renewLease(job, here)) {
        return;
      }
    } while (found.size() == EXECUTIONS_PER_COUNT && total < MAX_COUNTED_EXECUTIONS);
    jobs.setTotal(job, here, total);
  }

  /**
   * Returns the filter of the request, restricted to executions that were started before the job
   * was created, as far as clocks agree.
   */
  private static Executions.Criteria criteria(LeasedJob job, BulkRequest bulk) {
    Executions.Criteria asked = bulk.requireFilter().criteria();
    Instant until =
        asked
            .started()
            .to()
            .filter(to -> to.isBefore(job.createdAt()))
            .orElse(job.createdAt().plusMillis(1));
    return asked.started(new Executions.Span(asked.started().from(), Optional.of(until)));
  }

  private boolean apply(LeasedJob job, BulkRequest bulk, Executions.Summary one) {
    ExecutionKey key = one.info().key();
    String once = "job:" + job.id();
    try {
      return switch (bulk.requireAction()) {
        case CANCEL ->
            control.send(key, new Fact.Cancelled(bulk.reasonOrEmpty(), true), once).isTaken();
        case PAUSE ->
            control
                .send(key, new Fact.Paused(bulk.reasonOrEmpty(), job.createdBy(), false), once)
                .isTaken();
        case RESUME -> control.send(key, new Fact.Resumed(bulk.reasonOrEmpty()), once).isTaken();
        case SIGNAL ->
            control
                .signal(
                    key,
                    Objects.requireNonNull(bulk.event()),
                    bulk.payload() == null ? JsonObject.EMPTY : bulk.payload(),
                    Optional.of(once))
                .isTaken();
        case RETRY -> one.status().isTerminal() && retry(job, key, bulk);
        case STOP_STARTS, PAUSE_ALL, RESUME_ALL -> false; // these jobs have queries of their own
      };
    } catch (IllegalArgumentException | IncidentException | ConcurrencyLimitException refused) {
      // An execution that cannot be retried or read must not stop the job.
      return false;
    }
  }

  private boolean retry(LeasedJob job, ExecutionKey key, BulkRequest bulk) {
    node.retry(
        key,
        bulk.from(),
        Optional.of(retryKeyPrefix(job) + key.id()),
        new ExecutionMetadata.Provenance(Optional.of(job.createdBy()), Optional.empty()),
        bulk.reasonOrEmpty());
    return true;
  }

  /** Returns true if this job started the execution as a retry before it was interrupted. */
  private static boolean isOwnRetry(LeasedJob job, Executions.Summary one) {
    return one.info()
        .tags()
        .idempotencyKey()
        .filter(key -> key.startsWith(retryKeyPrefix(job)))
        .isPresent();
  }

  private static String retryKeyPrefix(LeasedJob job) {
    return "job:" + job.id() + ":";
  }
}
