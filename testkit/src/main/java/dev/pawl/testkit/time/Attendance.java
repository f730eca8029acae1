package dev.pawl.testkit.time;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Who is at work. A clock is turned only when all are at rest: however little of the machine a node
 * gets, no time passes for it meanwhile. Some never are: a handler may compute without end, and a
 * flow may go round in circles. Then time goes on beside them, slowly, and still not before every
 * thread of a node whose time had come has done what it had to.
 */
final class Attendance {

  /** Whoever has not come to rest by then never will. */
  private static final long LONGEST_WORK = Duration.ofSeconds(60).toNanos();

  /** A handler that is at work for longer is taken to compute without end. */
  private static final long LONGEST_CALL = Duration.ofSeconds(2).toNanos();

  /** Others that are at work beside it may have no thread to run on before time goes on. */
  private static final long BESIDE_IT = Duration.ofMillis(300).toNanos();

  /** A node that is at work for longer is taken to go round in circles. */
  private static final long LONGEST_RUN = Duration.ofMillis(500).toNanos();

  /** While there is work without end, each turn takes so long, so that all others keep up. */
  private static final long PACE = Duration.ofMillis(10).toNanos();

  /** How often to look whether those are at rest who do not tell. */
  private static final long NAP = Duration.ofNanos(100_000).toNanos();

  private final ReentrantLock lock;
  private final Condition changed;
  private final Set<Worker> workers = new LinkedHashSet<>();
  private final ThreadLocal<@Nullable Worker> mine = new ThreadLocal<>();
  private long begun;
  private long begunBeforeTurn;
  private long seen = System.nanoTime();
  private long attended = 1;
  private long turned = attended;
  private long rested = attended;
  private int nodeAtWork;
  private int foreign;
  private boolean isRoundAndRound;

  private enum Rest {
    AT_REST,
    AT_WORK,
    WITHOUT_END;

    Rest and(Rest other) {
      return this == AT_WORK || other == AT_REST ? this : other;
    }
  }

  Attendance(ReentrantLock lock) {
    this.lock = lock;
    this.changed = lock.newCondition();
  }

  Worker begin(Worker.Kind kind) {
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
    if (worker.kind == Worker.Kind.FOREIGN) {
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
    mine.set(worker);
    try {
      work.run();
    } finally {
      mine.remove();
      end(worker);
    }
  }

  /** The one of this thread; a thread that nobody told of is known from now on. */
  Worker mine() {
    Worker known = mine.get();
    if (known == null) {
      known = begin(Worker.Kind.FOREIGN);
      known.thread = Thread.currentThread();
      mine.set(known);
    }
    return known;
  }

  /** It begins to wait by the clock. */
  void waits(Worker worker) {
    worker.waits = true;
    worker.owes = false;
    if (worker.kind != Worker.Kind.FOREIGN) {
      count(worker, -1);
    }
  }

  /**
   * @param byTime not by a signal
   */
  void woken(Worker worker, boolean byTime) {
    worker.waits = false;
    worker.owes = byTime;
    worker.busySince = 0;
    if (worker.kind != Worker.Kind.FOREIGN) {
      count(worker, 1);
    }
  }

  /** The clock was turned, and all were woken whose time has come. */
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
   * How long somebody has looked, by the time of the machine. While nobody looks, or the whole
   * machine stands still, nothing is held against those at work.
   */
  long attended() {
    lock.lock();
    try {
      long now = System.nanoTime();
      attended += Math.min(now - seen, PACE);
      seen = now;
      return attended;
    } finally {
      lock.unlock();
    }
  }

  /** Whether the clock may be turned by now, or within a moment. */
  boolean awaitRest() throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long end = attended() + PACE;
      boolean isSecondLook = false;
      while (true) {
        long now = attended();
        switch (node(now).and(foreigners(now))) {
          case AT_REST -> {
            isRoundAndRound = false;
            rested = now;
            // Who was looked at first may have been woken by who was looked at last.
            if (isSecondLook || foreign == 0) {
              return true;
            }
            isSecondLook = true;
            changed.awaitNanos(1);
          }
          case AT_WORK -> {
            isSecondLook = false;
            if (now - rested > LONGEST_WORK) {
              throw new AssertionError("no time can pass, since there is no rest:" + told());
            }
            if (now - end >= 0) {
              return false;
            }
            changed.awaitNanos(nodeAtWork > 0 ? end - now : NAP);
          }
          case WITHOUT_END -> {
            if (now - turned >= PACE) {
              return true;
            }
            changed.awaitNanos(turned + PACE - now);
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private Rest node(long now) {
    if (nodeAtWork == 0) {
      return Rest.AT_REST;
    }
    isRoundAndRound |= now - rested > LONGEST_RUN;
    return isRoundAndRound && workers.stream().noneMatch(this::isBehind)
        ? Rest.WITHOUT_END
        : Rest.AT_WORK;
  }

  private boolean isBehind(Worker worker) {
    return switch (worker.kind) {
      case THREAD -> worker.owes;
      case TASK -> worker.number <= begunBeforeTurn;
      case FOREIGN -> false;
    };
  }

  private Rest foreigners(long now) {
    if (foreign == 0) {
      return Rest.AT_REST;
    }
    workers.removeIf(this::isOver);
    long shortest = Long.MAX_VALUE;
    long longest = -1;
    for (Worker worker : workers) {
      if (worker.kind == Worker.Kind.FOREIGN) {
        worker.busySince = !worker.isAtWork() ? 0 : worker.busySince == 0 ? now : worker.busySince;
        if (worker.busySince != 0) {
          shortest = Math.min(shortest, now - worker.busySince);
          longest = Math.max(longest, now - worker.busySince);
        }
      }
    }
    if (longest < 0) {
      return Rest.AT_REST;
    }
    return longest >= LONGEST_CALL && shortest >= BESIDE_IT ? Rest.WITHOUT_END : Rest.AT_WORK;
  }

  private boolean isOver(Worker worker) {
    boolean isOver = worker.kind == Worker.Kind.FOREIGN && worker.isGone();
    if (isOver) {
      foreign--;
    }
    return isOver;
  }

  /** Whether nobody at all is at work. */
  boolean isAtRest() {
    lock.lock();
    try {
      return workers.stream().noneMatch(Worker::isAtWork);
    } finally {
      lock.unlock();
    }
  }

  /** Those at work, for people. */
  String told() {
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
