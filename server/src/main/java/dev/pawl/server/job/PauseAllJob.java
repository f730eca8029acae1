package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.query.RemainingTargets;
import dev.pawl.server.execution.HoldingPause;
import dev.pawl.server.job.Jobs.Taken;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Pauses all live executions of a tenant, or resumes those that such a job paused. Until an
 * execution reads its message it may start children, which are newer than the executions found so
 * far. The job therefore repeats its pass until all executions have received and read the message.
 */
final class PauseAllJob {

  private static final String PAUSE = "pause-all:";
  private static final String RESUME = "resume-all:";

  private static final int PAGE = 100;
  private static final int TURN = 10;

  /** Delay between passes, in which running executions read their messages. */
  private static final Duration HEARD = Duration.ofMillis(200);

  private final Jobs jobs;
  private final RemainingTargets untold;
  private final ExecutionControl control;

  PauseAllJob(Jobs jobs, ExecutionControl control) {
    this.jobs = jobs;
    this.untold = jobs.untold();
    this.control = control;
  }

  void turn(Taken job, BulkRequest bulk, int here, BooleanSupplier isOver) {
    UUID place = job.place().orElse(Jobs.NEWEST);
    for (int page = 0; page < TURN && !isOver.getAsBoolean(); page++) {
      List<UUID> found = some(job, bulk, place);
      int done = 0;
      for (UUID id : found) {
        if (isDone(job, bulk, new ExecutionKey(job.tenant(), new ExecutionId(id)))) {
          done++;
        }
      }
      if (!found.isEmpty()) {
        place = found.getLast();
        int refused = job.counted() ? 0 : found.size() - done; // counted in the first pass
        if (!jobs.goOn(job, here, place, done, refused)) {
          return;
        }
      }
      if (found.size() < PAGE) {
        endPass(job, bulk, here);
        return;
      }
    }
    jobs.putDown(job, here, Duration.ZERO);
  }

  private void endPass(Taken job, BulkRequest bulk, int here) {
    if (!jobs.beginAgain(job, here)) {
      return;
    }
    if (isThrough(job, bulk) && !isLate(job, bulk)) {
      jobs.end(job, here, Jobs.Status.DONE, "");
    } else {
      jobs.putDown(job, here, HEARD);
    }
  }

  private static boolean pauses(BulkRequest bulk) {
    return bulk.what() == BulkRequest.Action.PAUSE_ALL;
  }

  private static String key(Taken job, BulkRequest bulk) {
    return (pauses(bulk) ? PAUSE : RESUME) + job.id();
  }

  private List<UUID> some(Taken job, BulkRequest bulk, UUID below) {
    boolean isFirst = !job.counted();
    return pauses(bulk)
        ? untold.toPause(job.tenant(), below, isFirst, key(job, bulk), PAGE)
        : untold.toResume(job.tenant(), below, isFirst, key(job, bulk), PAGE);
  }

  /**
   * Returns true if no message is unread. A pause read after the resumption would stay in force.
   */
  private boolean isThrough(Taken job, BulkRequest bulk) {
    return pauses(bulk)
        ? untold.areAllPaused(job.tenant(), key(job, bulk))
        : untold.haveAllHeard(job.tenant(), PAUSE + "%");
  }

  /** Resumes executions that read the pause only after the pass; returns true if there were any. */
  private boolean isLate(Taken job, BulkRequest bulk) {
    boolean isLate = false;
    UUID place = Jobs.NEWEST;
    boolean more = !pauses(bulk);
    while (more) {
      List<UUID> found = untold.toResume(job.tenant(), place, false, key(job, bulk), PAGE);
      for (UUID id : found) {
        isLate |= isDone(job, bulk, new ExecutionKey(job.tenant(), new ExecutionId(id)));
      }
      more = found.size() == PAGE;
      place = more ? found.getLast() : place;
    }
    return isLate;
  }

  private boolean isDone(Taken job, BulkRequest bulk, ExecutionKey key) {
    if (pauses(bulk)) {
      return isTold(job, bulk, key, new Fact.Paused(bulk.why(), job.createdBy(), true));
    }
    return (isHeldByUs(key) || untold.willHear(key, PAUSE + "%"))
        && isTold(job, bulk, key, new Fact.Resumed(bulk.why()));
  }

  private boolean isTold(Taken job, BulkRequest bulk, ExecutionKey key, Fact fact) {
    return control.send(key, fact, key(job, bulk)).isTaken();
  }

  /**
   * Returns true if such a job paused the execution. Those paused by an operator before, or
   * unreadable, stay paused.
   */
  private boolean isHeldByUs(ExecutionKey key) {
    try {
      return HoldingPause.holding(control.reader().journal(key))
          .filter(one -> ((Fact.Paused) one.fact()).withAll())
          .isPresent();
    } catch (IncidentException unreadable) {
      return false;
    }
  }
}
