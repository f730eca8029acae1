package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Mail;
import dev.pawl.sdk.JsonObject;
import dev.pawl.server.job.Jobs.Taken;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Works on jobs, page by page from the newest execution to the oldest. What is done to an execution
 * carries the id of the job as its key: a page that is done again after a crash does nothing twice.
 */
final class JobWork {

  static final int PAGE = 100;

  /** After so many pages it is another job's turn. */
  private static final int TURN = 10;

  private final Jobs jobs;
  private final Node node;
  private final Control control;

  JobWork(Jobs jobs, Node node, Control control) {
    this.jobs = jobs;
    this.node = node;
    this.control = control;
  }

  /** Returns when there is nothing to do. */
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
    Optional<Bulk> bulk = jobs.bulk(job);
    if (bulk.isEmpty()) {
      jobs.end(job, here, Jobs.Status.FAILED, "what was asked for cannot be read any more");
      return;
    }
    Optional<ExecutionKey> place =
        job.place().map(id -> new ExecutionKey(job.tenant(), new ExecutionId(id)));
    for (int page = 0; page < TURN && !isOver.getAsBoolean(); page++) {
      List<Executions.Summary> found =
          control.search(job.tenant(), criteria(job, bulk.get()), new Executions.Page(PAGE, place));
      int done = 0;
      for (Executions.Summary one : found) {
        if (isDone(job, bulk.get(), one)) {
          done++;
        }
      }
      if (!found.isEmpty()) {
        place = Optional.of(found.getLast().card().key());
        if (!jobs.goOn(job, here, place.get().id().value(), done, found.size() - done)) {
          return;
        }
      }
      if (found.size() < PAGE) {
        jobs.end(job, here, Jobs.Status.DONE, "");
        return;
      }
    }
    jobs.putDown(job, here);
  }

  /** Only what was there when the job was made: not what its own retries begin. */
  private static Executions.Criteria criteria(Taken job, Bulk bulk) {
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
        new Executions.Span(asked.started().from(), Optional.of(until)));
  }

  private boolean isDone(Taken job, Bulk bulk, Executions.Summary one) {
    ExecutionKey key = one.card().key();
    String once = "job:" + job.id();
    try {
      return switch (bulk.what()) {
        case CANCEL -> isTaken(control.tell(key, new Fact.Cancelled(bulk.why(), true), once));
        case PAUSE -> isTaken(control.tell(key, new Fact.Paused(bulk.why()), once));
        case RESUME -> isTaken(control.tell(key, new Fact.Resumed(), once));
        case SIGNAL ->
            isTaken(
                control.signal(
                    key,
                    Objects.requireNonNull(bulk.event()),
                    bulk.payload() == null ? JsonObject.EMPTY : bulk.payload(),
                    Optional.of(once)));
        case RETRY -> one.status().isTerminal() && isRetried(key, bulk, once);
      };
    } catch (IllegalArgumentException refused) {
      return false;
    }
  }

  private boolean isRetried(ExecutionKey key, Bulk bulk, String once) {
    node.retry(key, bulk.from(), Optional.of(once + ":" + key.id()));
    return true;
  }

  private static boolean isTaken(Mail.Delivery delivery) {
    return switch (delivery) {
      case ACCEPTED, REPEATED -> true;
      case ENDED, UNKNOWN -> false;
    };
  }
}
