package dev.pawl.testkit.time;

import dev.pawl.engine.node.time.RuntimeClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;

/** Alarms of a turned clock; they run on the thread that advances the clock. */
final class TurnedAlarms implements RuntimeClock.Alarms {

  private final TurnedClock clock;
  private final Set<CompletableFuture<Void>> open = ConcurrentHashMap.newKeySet();
  private volatile boolean isClosed;

  TurnedAlarms(TurnedClock clock) {
    this.clock = clock;
  }

  @Override
  public Future<?> in(Duration time, Runnable work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    if (isClosed) {
      done.cancel(false);
    } else if (time.isPositive()) {
      ScheduledWake.ScheduledAction alarm = clock.set(time, () -> ring(work, done));
      open.add(done);
      done.whenComplete(
          (nothing, cancelled) -> {
            open.remove(done);
            clock.cancel(alarm);
          });
    } else {
      ring(work, done);
    }
    return done;
  }

  private void ring(Runnable work, CompletableFuture<Void> done) {
    if (!isClosed && !done.isDone()) {
      work.run();
      done.complete(null);
    }
  }

  @Override
  public void close() {
    isClosed = true;
    List.copyOf(open).forEach(one -> one.cancel(false));
  }
}
