package dev.pawl.testkit.time;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the threads and tasks that are busy, and decides when the clock may advance. Normally it
 * may only when all of them are idle, so that no virtual time passes for a node that is short of
 * processor time. Work that never ends (a handler that computes forever, a flow in an endless loop)
 * does not stop the clock: it then advances slowly, and only after every thread and task of a node
 * that was due has run.
 */
final class BusyThreads {

  /**
   * The maximum busy time, in nanoseconds, before the test fails because the clock cannot advance.
   */
  private static final long MAX_WORK_NANOS = Duration.ofSeconds(60).toNanos();

  /** The busy time, in nanoseconds, after which a handler is assumed never to end. */
  private static final long MAX_CALL_NANOS = Duration.ofSeconds(2).toNanos();

  /**
   * The busy time, in nanoseconds, granted to all other handlers before the clock advances beside
   * an endless one, since they may still be waiting for a processor.
   */
  private static final long OTHER_HANDLERS_NANOS = Duration.ofMillis(300).toNanos();

  /** The busy time, in nanoseconds, after which a node is assumed to be in an endless loop. */
  private static final long MAX_RUN_NANOS = Duration.ofMillis(500).toNanos();

  /**
   * The real time, in nanoseconds, of each advance during endless work, so that other threads keep
   * up.
   */
  private static final long ENDLESS_ADVANCE_NANOS = Duration.ofMillis(10).toNanos();

  /**
   * The polling interval, in nanoseconds, for foreign threads, which do not signal that they are
   * idle.
   */
  private static final long CHECK_INTERVAL_NANOS = Duration.ofNanos(100_000).toNanos();

  private final ReentrantLock lock;
  private final Condition changed;
  private final Set<Worker> workers = new LinkedHashSet<>();
  private final ThreadLocal<@Nullable Worker> currentWorker = new ThreadLocal<>();
  private long begun;
  private long begunBeforeTurn;
  private long seen = System.nanoTime();
  private long attended = 1;
  private long turned = attended;
  private long rested = attended;
  private int nodeAtWork;
  private int foreign;
  private boolean isRoundAndRound;

  private enum RestState {
    AT_REST,
    AT_WORK,
    WITHOUT_END;

    RestState and(RestState other) {
      return this == AT_WORK || other == AT_REST ? this : other;
    }
  }

  BusyThreads(ReentrantLock lock) {
    this.lock = lock;
    this.changed = lock.newCondition();
  }

  Worker begin(Worker.WorkerKind kind) {
    lock.lock();
    try {
      Worker worker = new Worker(kind, ++begun);
      workers.add(worker);
      count(worker, 1);
      return worker;
    } finally {
      lock.unlock();
    }
  }

  void end(Worker worker) {
    lock.lock();
    try {
      if (workers.remove(worker)) {
        count(worker, -1);
      }
    } finally {
      lock.unlock();
    }
  }

  private void count(Worker worker, int more) {
    if (worker.kind == Worker.WorkerKind.FOREIGN) {
      foreign += more;
    } else {
      nodeAtWork += more;
      if (nodeAtWork == 0) {
        changed.signalAll();
      }
    }
  }

  void run(Worker worker, Runnable work) {
    worker.thread = Thread.currentThread();
    currentWorker.set(worker);
    try {
      work.run();
    } finally {
      currentWorker.remove();
      end(worker);
    }
  }

  /** Returns the worker of the current thread; registers an unknown thread as foreign. */
  Worker currentWorker() {
    Worker known = currentWorker.get();
    if (known == null) {
      known = begin(Worker.WorkerKind.FOREIGN);
      known.thread = Thread.currentThread();
      currentWorker.set(known);
    }
    return known;
  }

  /** Marks a worker as waiting on the clock. */
  void markWaiting(Worker worker) {
    worker.waits = true;
    worker.owes = false;
    if (worker.kind != Worker.WorkerKind.FOREIGN) {
      count(worker, -1);
    }
  }

  /**
   * Marks a worker as busy again.
   *
   * @param byTime true if its time has come, false if it was signalled
   */
  void markWoken(Worker worker, boolean byTime) {
    worker.waits = false;
    worker.owes = byTime;
    worker.busySince = 0;
    if (worker.kind != Worker.WorkerKind.FOREIGN) {
      count(worker, 1);
    }
  }

  /** Records that the clock was advanced and that all workers due were woken. */
  void turned() {
    lock.lock();
    try {
      begunBeforeTurn = begun;
      turned = attended;
      rested = attended;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Returns the observed real time, in nanoseconds. Intervals without calls count at most {@link
   * #ENDLESS_ADVANCE_NANOS}, so that a pause of the observer or of the whole machine does not count
   * as busy time.
   */
  long attended() {
    lock.lock();
    try {
      long now = System.nanoTime();
      attended += Math.min(now - seen, ENDLESS_ADVANCE_NANOS);
      seen = now;
      return attended;
    } finally {
      lock.unlock();
    }
  }

  /** Returns true if the clock may advance; waits up to {@link #ENDLESS_ADVANCE_NANOS} for that. */
  boolean awaitRest() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = attended() + ENDLESS_ADVANCE_NANOS;
      boolean isSecondLook = false;
      while (true) {
        long now = attended();
        switch (node(now).and(foreignThreads(now))) {
          case AT_REST -> {
            isRoundAndRound = false;
            rested = now;
            // A second look is needed: a thread seen idle early may have been woken by one seen
            // later.
            if (isSecondLook || foreign == 0) {
              return true;
            }
            isSecondLook = true;
            changed.awaitNanos(1);
          }
          case AT_WORK -> {
            isSecondLook = false;
            if (now - rested > MAX_WORK_NANOS) {
              throw new AssertionError("no time can pass, since there is no rest:" + describe());
            }
            if (now - end >= 0) {
              return false;
            }
            changed.awaitNanos(nodeAtWork > 0 ? end - now : CHECK_INTERVAL_NANOS);
          }
          case WITHOUT_END -> {
            if (now - turned >= ENDLESS_ADVANCE_NANOS) {
              return true;
            }
            changed.awaitNanos(turned + ENDLESS_ADVANCE_NANOS - now);
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private RestState node(long now) {
    if (nodeAtWork == 0) {
      return RestState.AT_REST;
    }
    isRoundAndRound |= now - rested > MAX_RUN_NANOS;
    return isRoundAndRound && workers.stream().noneMatch(this::isBehind)
        ? RestState.WITHOUT_END
        : RestState.AT_WORK;
  }

  private boolean isBehind(Worker worker) {
    return switch (worker.kind) {
      case THREAD -> worker.owes;
      case TASK -> worker.number <= begunBeforeTurn;
      case FOREIGN -> false;
    };
  }

  private RestState foreignThreads(long now) {
    if (foreign == 0) {
      return RestState.AT_REST;
    }
    workers.removeIf(this::isOver);
    long shortest = Long.MAX_VALUE;
    long longest = -1;
    for (Worker worker : workers) {
      if (worker.kind == Worker.WorkerKind.FOREIGN) {
        worker.busySince = !worker.isAtWork() ? 0 : worker.busySince == 0 ? now : worker.busySince;
        if (worker.busySince != 0) {
          shortest = Math.min(shortest, now - worker.busySince);
          longest = Math.max(longest, now - worker.busySince);
        }
      }
    }
    if (longest < 0) {
      return RestState.AT_REST;
    }
    return longest >= MAX_CALL_NANOS && shortest >= OTHER_HANDLERS_NANOS
        ? RestState.WITHOUT_END
        : RestState.AT_WORK;
  }

  private boolean isOver(Worker worker) {
    boolean isOver = worker.kind == Worker.WorkerKind.FOREIGN && worker.isGone();
    if (isOver) {
      foreign--;
    }
    return isOver;
  }

  /** Returns true if no worker is busy. */
  boolean isAtRest() {
    lock.lock();
    try {
      return workers.stream().noneMatch(Worker::isAtWork);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the busy workers with their stack traces, for failure messages. */
  String describe() {
    lock.lock();
    try {
      return workers.stream()
          .filter(Worker::isAtWork)
          .map(worker -> "\n  " + worker)
          .collect(Collectors.joining());
    } finally {
      lock.unlock();
    }
  }
}
