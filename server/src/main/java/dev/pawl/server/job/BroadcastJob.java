package dev.pawl.server.job;

import dev.pawl.server.execution.Broadcast;
import dev.pawl.server.job.Jobs.Taken;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.BooleanSupplier;

/** Sends an event to all executions that wait for it, if a request cannot serve that many. */
final class BroadcastJob {

  private static final int TURN = 10;

  private final Jobs jobs;
  private final Broadcast broadcast;

  BroadcastJob(Jobs jobs, Broadcast broadcast) {
    this.jobs = jobs;
    this.broadcast = broadcast;
  }

  void turn(Taken job, int here, BooleanSupplier isOver) {
    Optional<Broadcast.Telling> telling = jobs.telling(job);
    if (telling.isEmpty()) {
      jobs.end(job, here, Jobs.Status.FAILED, BulkJobRunner.UNREADABLE);
      return;
    }
    UUID place = job.place().orElse(Jobs.NEWEST);
    for (int part = 0; part < TURN && !isOver.getAsBoolean(); part++) {
      Broadcast.Part told = broadcast.tell(job.tenant(), telling.get(), "job:" + job.id(), place);
      if (told.last().isPresent()) {
        place = told.last().get();
        if (!jobs.goOn(job, here, place, told.woken(), 0)) {
          return;
        }
      }
      if (told.isLast()) {
        jobs.end(job, here, Jobs.Status.DONE, "");
        return;
      }
    }
    jobs.putDown(job, here, Duration.ZERO);
  }
}
