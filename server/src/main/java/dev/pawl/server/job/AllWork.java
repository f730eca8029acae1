package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.node.IncidentException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.server.execution.Pauses;
import dev.pawl.server.job.Jobs.Taken;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/**
 * Pauses all live executions of a tenant, or lets those go on that were paused so. Until it reads
 * its letter, an execution may begin others, newer than all that were found; so there is one pass
 * after another, until all were told and have heard it.
 */
final class AllWork {

  private static final String PAUSE = "pause-all:";
  private static final String RESUME = "resume-all:";

  private static final int PAGE = 100;
  private static final int TURN = 10;

  /** Who is awake has read its letters by then. */
  private static final Duration HEARD = Duration.ofMillis(200);

  private final Jobs jobs;
  private final Untold untold;
  private final Control control;

  AllWork(Jobs jobs, Control control) {
    this.jobs = jobs;
    this.untold = jobs.untold();
    this.control = control;
  }

  void turn(Taken job, Bulk bulk, int here, BooleanSupplier isOver) {
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
        int refused = job.counted() ? 0 : found.size() - done; // known from the first pass
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

  private void endPass(Taken job, Bulk bulk, int here) {
    if (!jobs.beginAgain(job, here)) {
      return;
    }
    if (isThrough(job, bulk) && !isLate(job, bulk)) {
      jobs.end(job, here, Jobs.Status.DONE, "");
    } else {
      jobs.putDown(job, here, HEARD);
    }
  }

  private static boolean pauses(Bulk bulk) {
    return bulk.what() == Bulk.Action.PAUSE_ALL;
  }

  private static String key(Taken job, Bulk bulk) {
    return (pauses(bulk) ? PAUSE : RESUME) + job.id();
  }

  private List<UUID> some(Taken job, Bulk bulk, UUID below) {
    boolean isFirst = !job.counted();
    return pauses(bulk)
        ? untold.toPause(job.tenant(), below, isFirst, key(job, bulk), PAGE)
        : untold.toResume(job.tenant(), below, isFirst, key(job, bulk), PAGE);
  }

  /** Who has not heard of a pause yet would be paused after all had gone on. */
  private boolean isThrough(Taken job, Bulk bulk) {
    return pauses(bulk)
        ? untold.areAllPaused(job.tenant(), key(job, bulk))
        : untold.haveAllHeard(job.tenant(), PAUSE + "%");
  }

  /** Whether somebody had to be told who heard of the pause only when the pass had gone by. */
  private boolean isLate(Taken job, Bulk bulk) {
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

  private boolean isDone(Taken job, Bulk bulk, ExecutionKey key) {
    if (pauses(bulk)) {
      return isTold(job, bulk, key, new Fact.Paused(bulk.why(), job.createdBy(), true));
    }
    return (isHeldByUs(key) || untold.willHear(key, PAUSE + "%"))
        && isTold(job, bulk, key, new Fact.Resumed(bulk.why()));
  }

  private boolean isTold(Taken job, Bulk bulk, ExecutionKey key, Fact fact) {
    return control.tell(key, fact, key(job, bulk)).isTaken();
  }

  /** What an operator had paused before stays paused, and so does what nobody can read. */
  private boolean isHeldByUs(ExecutionKey key) {
    try {
      return Pauses.holding(control.happened(key))
          .filter(one -> ((Fact.Paused) one.fact()).withAll())
          .isPresent();
    } catch (IncidentException unreadable) {
      return false;
    }
  }
}
