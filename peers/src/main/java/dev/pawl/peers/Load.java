package dev.pawl.peers;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** A steady number of executions alive: whoever sees one end starts the next. */
final class Load {

  /** Above it, callers are virtual threads: they only wait. Below, they may do the work. */
  private static final int PLATFORM_THREADS = 64;

  private final Engine engine;
  private final Workload workload;
  private final LongAdder executions = new LongAdder();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
  private final List<Caller> callers = new ArrayList<>();
  private volatile boolean timing;
  private volatile boolean stopped;

  Load(Engine engine, Workload workload, int alive) {
    this.engine = engine;
    this.workload = workload;
    ThreadFactory threads =
        alive > PLATFORM_THREADS ? Thread.ofVirtual().factory() : Thread.ofPlatform().factory();
    for (int i = 0; i < alive; i++) {
      callers.add(new Caller(threads));
    }
    callers.forEach(caller -> caller.thread.start());
  }

  long executions() {
    return executions.sum();
  }

  /** Executions that end from now on are timed. */
  void startTiming() {
    timing = true;
  }

  /** How long each of the timed executions took, sorted; once it is stopped. */
  long[] nanos() {
    return callers.stream()
        .flatMapToLong(caller -> Arrays.stream(caller.nanos()))
        .sorted()
        .toArray();
  }

  void stopTiming() {
    timing = false;
  }

  /** Lets those alive end. */
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
            note(System.nanoTime() - began);
          }
        }
      } catch (Throwable thrown) {
        failure.compareAndSet(null, thrown);
        stopped = true;
      }
    }

    private void note(long nanos) {
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
