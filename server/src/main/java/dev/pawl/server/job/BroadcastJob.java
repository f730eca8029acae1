package dev.pawl.server.job;

import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.job.Jobs.LeasedJob;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Sends an event to all executions that wait for it, if a request cannot serve that many. */
final class BroadcastJob {

  private static final int PAGES_PER_TURN = 10;

  private final Jobs jobs;
  private final Broadcast broadcast;

  BroadcastJob(Jobs jobs, Broadcast broadcast) {
    this.jobs = jobs;
    this.broadcast = broadcast;
  }

  void runTurn(LeasedJob job, int here, BooleanSupplier isOver) {
    Optional<Broadcast.EventMessage> message = jobs.broadcastEvent(job);
    if (message.isEmpty()) {
      jobs.end(job, here, Jobs.JobStatus.FAILED, BulkJobRunner.UNREADABLE_REQUEST);
      return;
    }
    UUID place = job.place().orElse(Jobs.AFTER_ALL_IDS);
    for (int part = 0; part < PAGES_PER_TURN && !isOver.getAsBoolean(); part++) {
      Broadcast.BroadcastPage page =
          broadcast.broadcastPage(job.tenant(), message.get(), "job:" + job.id(), place);
      if (page.last().isPresent()) {
        place = page.last().get();
        if (!jobs.saveProgress(job, here, place, page.woken(), 0)) {
          return;
        }
      }
      if (page.isLast()) {
        jobs.end(job, here, Jobs.JobStatus.DONE, "");
        return;
      }
    }
    jobs.release(job, here, Duration.ZERO);
  }
}
