package dev.pawl.engine.node.live;

import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The timers of one execution in memory; only the earliest one is scheduled. */
final class ExecutionTimers {

  private final BiFunction<Instant, Runnable, Future<?>> scheduler;
  private final Runnable onDue;
  private final PriorityQueue<DueTimer> timers = new PriorityQueue<>(1);
  private @Nullable Future<?> scheduled;
  private Instant scheduledFor = Instant.MAX;

  ExecutionTimers(BiFunction<Instant, Runnable, Future<?>> scheduler, Runnable onDue) {
    this.scheduler = scheduler;
    this.onDue = onDue;
  }

  /** Adds a timer; schedules it if it is the earliest. */
  void add(DueTimer due) {
    timers.add(due);
    if (due.at().isBefore(scheduledFor)) {
      cancel();
      scheduledFor = due.at();
      scheduled = scheduler.apply(due.at(), onDue);
    }
  }

  /** Removes and handles all due timers, and schedules the earliest of the others. */
  void takeDue(Instant now, Consumer<DueTimer> handle) {
    cancel();
    while (!timers.isEmpty() && !timers.peek().at().isAfter(now)) {
      handle.accept(timers.remove());
    }
    DueTimer first = timers.peek();
    if (first != null && first.at().isBefore(scheduledFor)) {
      scheduledFor = first.at();
      scheduled = scheduler.apply(first.at(), onDue);
    }
  }

  /** Cancels the scheduled timer. */
  void cancel() {
    if (scheduled != null) {
      scheduled.cancel(false);
      scheduled = null;
    }
    scheduledFor = Instant.MAX;
  }
}
