package dev.pawl.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a constant number of executions running: each caller starts the next execution as soon as
 * its last one ends.
 */
final class LoadGenerator {

  /**
   * Up to this number of callers, callers are platform threads, which may do the work themselves;
   * above it, virtual threads.
   */
  private static final int MAX_PLATFORM_THREADS = 64;

  private final Engine engine;
  private final Workload workload;
  private final LongAdder executions = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final List<Caller> callers = new ArrayList<>();
  private volatile boolean timing;
  private volatile boolean stopped;

  LoadGenerator(Engine engine, Workload workload, int alive) {
    this.engine = engine;
    this.workload = workload;
    ThreadFactory threads =
        alive > MAX_PLATFORM_THREADS ? Thread.ofVirtual().factory() : Thread.ofPlatform().factory();
    for (int i = 0; i < alive; i++) {
      callers.add(new Caller(threads));
    }
    callers.forEach(caller -> caller.thread.start());
  }

  long executions() {
    return executions.sum();
  }

  /** Records the duration of every execution that ends from now on. */
  void startTiming() {
    timing = true;
  }

  /** Returns the sorted durations of the timed executions; call it after {@code stop}. */
  long[] nanos() {
    return callers.stream()
        .flatMapToLong(caller -> Arrays.stream(caller.nanos()))
        .sorted()
        .toArray();
  }

  void stopTiming() {
    timing = false;
  }

  /** Starts no further execution and waits for the running ones. */
  void stop() throws InterruptedException {
    stopped = true;
    for (Caller caller : callers) {
      caller.thread.join();
    }
    Throwable thrown = failure.get();
    if (thrown != null) {
      throw new IllegalStateException(engine.getClass().getSimpleName() + " failed", thrown);
    }
  }

  private final class Caller implements Runnable {

    private final Thread thread;
    private long[] timed = new long[1024];
    private int count;

    Caller(ThreadFactory threads) {
      thread = threads.newThread(this);
    }

    @Override
    public void run() {
      try {
        while (!stopped) {
          long began = System.nanoTime();
          engine.execute(workload);
          executions.increment();
          if (timing) {
            record(System.nanoTime() - began);
          }
        }
      } catch (Throwable thrown) {
        failure.compareAndSet(null, thrown);
        stopped = true;
      }
    }

    private void record(long nanos) {
      if (count == timed.length) {
        timed = Arrays.copyOf(timed, 2 * count);
      }
      timed[count++] = nanos;
    }

    long[] nanos() {
      return Arrays.copyOf(timed, count);
    }
  }
}
