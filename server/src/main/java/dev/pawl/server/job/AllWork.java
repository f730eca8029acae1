package dev.pawl.server.job;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
import dev.pawl.engine.Recorded;
import dev.pawl.engine.node.Control;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.server.job.Jobs.Taken;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Pauses all live executions of a tenant, or lets those go on that were paused so. */
final class AllWork {

  private static final int PAGE = 100;
  private static final int TURN = 10;

  private final Jobs jobs;
  private final Control control;

  AllWork(Jobs jobs, Control control) {
    this.jobs = jobs;
    this.control = control;
  }

  void turn(Taken job, Bulk bulk, int here, BooleanSupplier isOver) {
    boolean pauses = bulk.what() == Bulk.Action.PAUSE_ALL;
    UUID place = job.place().orElse(Jobs.NEWEST);
    for (int page = 0; page < TURN && !isOver.getAsBoolean(); page++) {
      List<UUID> found = jobs.live(job.tenant(), pauses, place, PAGE);
      int done = 0;
      for (UUID id : found) {
        ExecutionKey key = new ExecutionKey(job.tenant(), new ExecutionId(id));
        if (pauses ? isPaused(job, bulk, key) : isResumed(job, bulk, key)) {
          done++;
        }
      }
      if (!found.isEmpty()) {
        place = found.getLast();
        if (!jobs.goOn(job, here, place, done, found.size() - done)) {
          return;
        }
      }
      if (found.size() < PAGE) {
        jobs.end(job, here, Jobs.Status.DONE, "");
        return;
      }
    }
    jobs.putDown(job, here, Duration.ZERO);
  }

  private boolean isPaused(Taken job, Bulk bulk, ExecutionKey key) {
    Fact.Paused pause = new Fact.Paused(bulk.why(), job.createdBy(), true);
    return control.tell(key, pause, "job:" + job.id()).isTaken();
  }

  private boolean isResumed(Taken job, Bulk bulk, ExecutionKey key) {
    return isHeldByUs(key)
        && control.tell(key, new Fact.Resumed(bulk.why()), "job:" + job.id()).isTaken();
  }

  /**
   * The first pause since it last went on is the one that holds it; what an operator had paused
   * before stays paused.
   */
  private boolean isHeldByUs(ExecutionKey key) {
    boolean isPaused = false;
    boolean isByUs = false;
    for (Recorded recorded : control.happened(key)) {
      if (recorded.fact() instanceof Fact.Paused paused && !isPaused) {
        isPaused = true;
        isByUs = paused.withAll();
      } else if (recorded.fact() instanceof Fact.Resumed) {
        isPaused = false;
      }
    }
    return isPaused && isByUs;
  }
}
