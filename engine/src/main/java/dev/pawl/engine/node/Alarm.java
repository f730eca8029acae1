package dev.pawl.engine.node;

import java.time.Instant;
import java.util.PriorityQueue;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What one execution in memory must look at, by time; only the first of it is an alarm set. */
final class Alarm {

  private final BiFunction<Instant, Runnable, Future<?>> clock;
  private final Runnable ring;
  private final PriorityQueue<Due> dues = new PriorityQueue<>(1);
  private @Nullable Future<?> set;
  private Instant setFor = Instant.MAX;

  Alarm(BiFunction<Instant, Runnable, Future<?>> clock, Runnable ring) {
    this.clock = clock;
    this.ring = ring;
  }

  void add(Due due) {
    dues.add(due);
    if (due.at().isBefore(setFor)) {
      cancel();
      setFor = due.at();
      set = clock.apply(due.at(), ring);
    }
  }

  /** Handles all that is due. */
  void takeDue(Instant now, Consumer<Due> handle) {
    cancel();
    while (!dues.isEmpty() && !dues.peek().at().isAfter(now)) {
      handle.accept(dues.remove());
    }
    Due first = dues.peek();
    if (first != null && first.at().isBefore(setFor)) {
      setFor = first.at();
      set = clock.apply(first.at(), ring);
    }
  }

  void cancel() {
    if (set != null) {
      set.cancel(false);
      set = null;
    }
    setFor = Instant.MAX;
  }
}
