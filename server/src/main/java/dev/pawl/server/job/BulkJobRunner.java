package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionInfo;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.flow.EmergencyStops;
import dev.pawl.server.job.Jobs.Taken;
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

  static final int PAGE = 100;

  static final String UNREADABLE = "what was asked for cannot be read any more";

  /** Number of pages after which the job is released, so that jobs take turns. */
  private static final int TURN = 10;

  /** Executions are counted up to this number; counting more would take longer than the work. */
  private static final int MOST_COUNTED = 1_000_000;

  private static final int COUNTED_AT_ONCE = 1_000;

  private static final Duration TOO_FAST = Duration.ofMillis(500);
  private static final Duration HALTED = Duration.ofSeconds(2);

  private final Jobs jobs;
  private final Node node;
  private final ExecutionControl control;
  private final StartRates rates;
  private final EmergencyStops halts;
  private final Broadcast broadcast;

  BulkJobRunner(
      Jobs jobs,
      Node node,
      ExecutionControl control,
      StartRates rates,
      EmergencyStops halts,
      Broadcast broadcast) {
    this.broadcast = broadcast;
    this.halts = halts;
    this.jobs = jobs;
    this.node = node;
    this.control = control;
    this.rates = rates;
  }

  /** Runs available jobs; returns when there are none or the node stops. */
  void run(BooleanSupplier isOver) {
    int here = node.number();
    while (!isOver.getAsBoolean()) {
      Optional<Taken> job = jobs.take(here);
      if (job.isEmpty()) {
        return;
      }
      turn(job.get(), here, isOver);
    }
  }

  private void turn(Taken job, int here, BooleanSupplier isOver) {
    if (job.work().action().equals(Jobs.TELL)) {
      new BroadcastJob(jobs, broadcast).turn(job, here, isOver);
      return;
    }
    Optional<BulkRequest> bulk = jobs.bulk(job);
    if (bulk.isEmpty()) {
      jobs.end(job, here, Jobs.Status.FAILED, UNREADABLE);
      return;
    }
    if (bulk.get().what() == BulkRequest.Action.STOP_STARTS) {
      // The job becomes available only when every node refuses starts, so there is nothing to do.
      jobs.counted(job, here, 0);
      jobs.end(job, here, Jobs.Status.DONE, "");
      return;
    }
    if (bulk.get().what().isOfAll()) {
      new PauseAllJob(jobs, control).turn(job, bulk.get(), here, isOver);
      return;
    }
    if (bulk.get().what() == BulkRequest.Action.RETRY && halts.isHalted(job.tenant())) {
      jobs.putDown(job, here, HALTED);
      return;
    }
    Executions.Criteria criteria = criteria(job, bulk.get());
    if (!job.counted()) {
      count(job, here, criteria);
    }
    Optional<ExecutionKey> place =
        job.place().map(id -> new ExecutionKey(job.tenant(), new ExecutionId(id)));
    for (int page = 0; page < TURN && !isOver.getAsBoolean(); page++) {
      List<Executions.Summary> found =
          control.reader().search(job.tenant(), criteria, new Executions.Page(PAGE, place));
      Dealt dealt = deal(job, bulk.get(), found);
      if (dealt.count() > 0) {
        place = Optional.of(found.get(dealt.count() - 1).info().key());
        if (!jobs.goOn(job, here, place.get().id().value(), dealt.done(), dealt.refused())) {
          return;
        }
      }
      if (dealt.count() < found.size()) {
        jobs.putDown(job, here, TOO_FAST);
        return;
      }
      if (found.size() < PAGE) {
        jobs.end(job, here, Jobs.Status.DONE, "");
        return;
      }
    }
    jobs.putDown(job, here, Duration.ZERO);
  }

  /**
   * The result of handling a page.
   *
   * @param count number of executions handled; below the page size if the start rate limit is
   *     reached
   */
  private record Dealt(int count, int done, int refused) {}

  private Dealt deal(Taken job, BulkRequest bulk, List<Executions.Summary> found) {
    int count = 0;
    int done = 0;
    int refused = 0;
    for (Executions.Summary one : found) {
      if (isOwnRetry(job, one)) {
        count++;
        continue;
      }
      if (bulk.what() == BulkRequest.Action.RETRY && !rates.mayStart(job.tenant())) {
        break;
      }
      count++;
      if (isDone(job, bulk, one)) {
        done++;
      } else {
        refused++;
      }
    }
    return new Dealt(count, done, refused);
  }

  private void count(Taken job, int here, Executions.Criteria criteria) {
    int total = 0;
    Optional<ExecutionKey> place = Optional.empty();
    List<Executions.Summary> found;
    do {
      found =
          control
              .reader()
              .search(job.tenant(), criteria, new Executions.Page(COUNTED_AT_ONCE, place));
      total += (int) found.stream().filter(one -> !isOwnRetry(job, one)).count();
      place = found.isEmpty() ? place : Optional.of(found.getLast().info().key());
      if (!jobs.stay(job, here)) {
        return;
      }
    } while (found.size() == COUNTED_AT_ONCE && total < MOST_COUNTED);
    jobs.counted(job, here, total);
  }

  /**
   * Returns the filter of the request, restricted to executions that were started before the job
   * was created, as far as clocks agree.
   */
  private static Executions.Criteria criteria(Taken job, BulkRequest bulk) {
    Executions.Criteria asked = bulk.which().criteria();
    Instant until =
        asked
            .started()
            .to()
            .filter(to -> to.isBefore(job.createdAt()))
            .orElse(job.createdAt().plusMillis(1));
    return new Executions.Criteria(
        asked.flow(),
        asked.status(),
        asked.businessKey(),
        asked.labels(),
        asked.error(),
        new Executions.Span(asked.started().from(), Optional.of(until)),
        asked.test(),
        asked.parent());
  }

  private boolean isDone(Taken job, BulkRequest bulk, Executions.Summary one) {
    ExecutionKey key = one.info().key();
    String once = "job:" + job.id();
    try {
      return switch (bulk.what()) {
        case CANCEL -> control.send(key, new Fact.Cancelled(bulk.why(), true), once).isTaken();
        case PAUSE ->
            control.send(key, new Fact.Paused(bulk.why(), job.createdBy(), false), once).isTaken();
        case RESUME -> control.send(key, new Fact.Resumed(bulk.why()), once).isTaken();
        case SIGNAL ->
            control
                .signal(
                    key,
                    Objects.requireNonNull(bulk.event()),
                    bulk.payload() == null ? JsonObject.EMPTY : bulk.payload(),
                    Optional.of(once))
                .isTaken();
        case RETRY -> one.status().isTerminal() && isRetried(job, key, bulk);
        case STOP_STARTS, PAUSE_ALL, RESUME_ALL -> false; // these jobs have queries of their own
      };
    } catch (IllegalArgumentException | IncidentException | ConcurrencyLimitException refused) {
      // An execution that cannot be retried or read must not stop the job.
      return false;
    }
  }

  private boolean isRetried(Taken job, ExecutionKey key, BulkRequest bulk) {
    node.retry(
        key,
        bulk.from(),
        Optional.of(retryKeys(job) + key.id()),
        new ExecutionInfo.Provenance(Optional.of(job.createdBy()), Optional.empty()),
        bulk.why());
    return true;
  }

  /** Returns true if this job started the execution as a retry before it was interrupted. */
  private static boolean isOwnRetry(Taken job, Executions.Summary one) {
    return one.info()
        .tags()
        .idempotencyKey()
        .filter(key -> key.startsWith(retryKeys(job)))
        .isPresent();
  }

  private static String retryKeys(Taken job) {
    return "job:" + job.id() + ":";
  }
}
