package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.ExecutionControl;
import dev.pawl.engine.node.read.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.postgres.query.RemainingTargets;
import dev.pawl.server.execution.HoldingPause;
import dev.pawl.server.job.Jobs.LeasedJob;
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

  private static final String PAUSE_KEY_PREFIX = "pause-all:";
  private static final String RESUME_KEY_PREFIX = "resume-all:";

  private static final int EXECUTIONS_PER_PAGE = 100;
  private static final int PAGES_PER_TURN = 10;

  /** Delay between passes, in which running executions read their messages. */
  private static final Duration PASS_DELAY = Duration.ofMillis(200);

  private final Jobs jobs;
  private final RemainingTargets remaining;
  private final ExecutionControl control;

  PauseAllJob(Jobs jobs, ExecutionControl control) {
    this.jobs = jobs;
    this.remaining = jobs.remainingTargets();
    this.control = control;
  }

  void runTurn(LeasedJob job, BulkRequest bulk, int here, BooleanSupplier isOver) {
    UUID place = job.place().orElse(Jobs.AFTER_ALL_IDS);
    for (int page = 0; page < PAGES_PER_TURN && !isOver.getAsBoolean(); page++) {
      List<UUID> found = nextPage(job, bulk, place);
      int done = 0;
      for (UUID id : found) {
        if (apply(job, bulk, new ExecutionKey(job.tenant(), new ExecutionId(id)))) {
          done++;
        }
      }
      if (!found.isEmpty()) {
        place = found.getLast();
        int refused = job.counted() ? 0 : found.size() - done; // counted in the first pass
        if (!jobs.saveProgress(job, here, place, done, refused)) {
          return;
        }
      }
      if (found.size() < EXECUTIONS_PER_PAGE) {
        endPass(job, bulk, here);
        return;
      }
    }
    jobs.release(job, here, Duration.ZERO);
  }

  private void endPass(LeasedJob job, BulkRequest bulk, int here) {
    if (!jobs.restartPass(job, here)) {
      return;
    }
    if (isComplete(job, bulk) && !resumeLate(job, bulk)) {
      jobs.end(job, here, Jobs.JobStatus.DONE, "");
    } else {
      jobs.release(job, here, PASS_DELAY);
    }
  }

  private static boolean isPause(BulkRequest bulk) {
    return bulk.requireAction() == BulkRequest.BulkAction.PAUSE_ALL;
  }

  private static String key(LeasedJob job, BulkRequest bulk) {
    return (isPause(bulk) ? PAUSE_KEY_PREFIX : RESUME_KEY_PREFIX) + job.id();
  }

  private List<UUID> nextPage(LeasedJob job, BulkRequest bulk, UUID below) {
    boolean isFirst = !job.counted();
    return isPause(bulk)
        ? remaining.toPause(job.tenant(), below, isFirst, key(job, bulk), EXECUTIONS_PER_PAGE)
        : remaining.toResume(job.tenant(), below, isFirst, key(job, bulk), EXECUTIONS_PER_PAGE);
  }

  /**
   * Returns true if no message is unread. A pause read after the resumption would stay in force.
   */
  private boolean isComplete(LeasedJob job, BulkRequest bulk) {
    return isPause(bulk)
        ? remaining.areAllPaused(job.tenant(), key(job, bulk))
        : remaining.haveAllRead(job.tenant(), PAUSE_KEY_PREFIX + "%");
  }

  /** Resumes executions that read the pause only after the pass; returns true if there were any. */
  private boolean resumeLate(LeasedJob job, BulkRequest bulk) {
    boolean isLate = false;
    UUID place = Jobs.AFTER_ALL_IDS;
    boolean more = !isPause(bulk);
    while (more) {
      List<UUID> found =
          remaining.toResume(job.tenant(), place, false, key(job, bulk), EXECUTIONS_PER_PAGE);
      for (UUID id : found) {
        isLate |= apply(job, bulk, new ExecutionKey(job.tenant(), new ExecutionId(id)));
      }
      more = found.size() == EXECUTIONS_PER_PAGE;
      place = more ? found.getLast() : place;
    }
    return isLate;
  }

  private boolean apply(LeasedJob job, BulkRequest bulk, ExecutionKey key) {
    if (isPause(bulk)) {
      return send(job, bulk, key, new Fact.Paused(bulk.reasonOrEmpty(), job.createdBy(), true));
    }
    return (isPausedByJob(key) || remaining.hasUnreadMessage(key, PAUSE_KEY_PREFIX + "%"))
        && send(job, bulk, key, new Fact.Resumed(bulk.reasonOrEmpty()));
  }

  private boolean send(LeasedJob job, BulkRequest bulk, ExecutionKey key, Fact fact) {
    return control.send(key, fact, key(job, bulk)).isTaken();
  }

  /**
   * Returns true if such a job paused the execution. Those paused by an operator before, or
   * unreadable, stay paused.
   */
  private boolean isPausedByJob(ExecutionKey key) {
    try {
      return HoldingPause.find(control.reader().journal(key))
          .filter(one -> ((Fact.Paused) one.fact()).withAll())
          .isPresent();
    } catch (IncidentException unreadable) {
      return false;
    }
  }
}
