package dev.pawl.testkit.time;

import dev.pawl.engine.node.time.RuntimeClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/**
 * A virtual clock for tests of whole nodes: it controls their timers, leases, backoffs, heartbeats
 * and parked executions. Pass it to the nodes and to the in-memory store that they share.
 *
 * <p>Time passes only while the thread that created the clock waits: in {@link #advance}, {@link
 * #until} and {@link #sleep}, and in blocking calls to a node, such as waiting for the end of an
 * execution or closing the node. The clock jumps from one due time to the next, and only when
 * everything is idle: each thread of a node waits again, and each handler has returned or waits. So
 * a node that gets no processor time does not lose its lease, and results do not depend on the
 * speed of the machine. If a flow loops endlessly, the clock advances slowly beside it.
 *
 * <p>A handler that takes time must use {@link #sleep} of this clock. While a handler computes, or
 * waits in real time, the clock stands still for up to 2 seconds of real time. After that the
 * handler is assumed to compute endlessly, and the clock advances slowly beside it.
 */
public final class TurnedClock implements RuntimeClock, InstantSource {

  /** The default start time. */
  public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private static final long MAX_WAIT_NANOS = Duration.ofSeconds(60).toNanos();
  private static final long CHECK_INTERVAL_NANOS = Duration.ofMillis(1).toNanos();

  private final Thread hand = Thread.currentThread();
  private final Instant start;
  private final ReentrantLock lock = new ReentrantLock();
  private final BusyThreads attendance = new BusyThreads(lock);
  private final PriorityQueue<ScheduledWake> wakes = new PriorityQueue<>();
  private long numbers;
  private volatile long now;

  public TurnedClock() {
    this(START);
  }

  public TurnedClock(Instant start) {
    this.start = start;
  }

  @Override
  public Instant instant() {
    return start.plusNanos(now);
  }

  @Override
  public long nanos() {
    return now;
  }

  /** Advances the clock; returns when everything that became due is done. */
  public void advance(Duration time) throws InterruptedException {
    requireHand();
    turn(() -> false, after(time.toNanos()));
  }

  /**
   * Advances the clock until the condition holds; checks it whenever everything is idle.
   *
   * @param description what is waited for; the failure names it
   * @param within the maximum time to advance
   * @throws AssertionError if the condition does not hold within that time
   */
  public void until(String description, Duration within, BooleanSupplier condition) {
    requireHand();
    long end = after(within.toNanos());
    long patience = attendance.attended() + MAX_WAIT_NANOS;
    try {
      while (!turn(condition, end)) {
        // Handlers that are still busy may need more real time, though no more virtual time.
        if (attendance.isAtRest() || attendance.attended() > patience) {
          throw new AssertionError(
              "not within %s of turned time: %s%s".formatted(within, description, describe()));
        }
      }
    } catch (InterruptedException e) {
      hand.interrupt();
      throw new AssertionError("interrupted while waiting: " + description, e);
    }
  }

  private String describe() {
    String atWork = attendance.describe();
    return atWork.isEmpty() ? "" : "; still at work:" + atWork;
  }

  private void requireHand() {
    if (!isHand()) {
      throw new IllegalStateException("a clock is turned by the thread that made it: " + hand);
    }
  }

  private boolean isHand() {
    return Thread.currentThread().equals(hand);
  }

  /**
   * Advances the clock until the condition holds; returns false if it does not hold by the given
   * time.
   */
  private boolean turn(BooleanSupplier condition, long until) throws InterruptedException {
    while (true) {
      boolean mayTurn = attendance.awaitRest();
      if (condition.getAsBoolean()) {
        return true;
      }
      if (mayTurn) {
        if (now >= until) {
          return false;
        }
        step(until);
      }
    }
  }

  /** Advances the clock to the next due time, but not beyond the given time. */
  private void step(long until) {
    List<Runnable> ringing = new ArrayList<>();
    lock.lock();
    long next = ScheduledWake.NEVER;
    try {
      next = Math.min(until, wakes.isEmpty() ? ScheduledWake.NEVER : wakes.peek().due);
      if (next != ScheduledWake.NEVER) {
        now = Math.max(now, next);
      }
      while (!wakes.isEmpty() && wakes.peek().due <= now) {
        switch (wakes.remove()) {
          case ScheduledWake.BlockedThread wait -> wake(wait, true);
          case ScheduledWake.ScheduledAction alarm -> ringing.add(alarm.ring);
        }
      }
    } finally {
      lock.unlock();
    }
    if (next == ScheduledWake.NEVER) {
      LockSupport.parkNanos(
          CHECK_INTERVAL_NANOS); // nothing is due: another thread has to act first
    }
    ringing.forEach(Runnable::run);
    attendance.turned();
  }

  /** Returns the time that is the given number of nanoseconds from now. */
  long after(long nanos) {
    long due = now + Math.max(0, nanos);
    return due < 0 ? ScheduledWake.NEVER : due;
  }

  /** Registers a wait of the current thread, which ends by a wake-up or at the due time. */
  ScheduledWake.BlockedThread enter(long due) {
    lock.lock();
    try {
      Worker worker = isHand() ? null : attendance.currentWorker();
      ScheduledWake.BlockedThread wait = new ScheduledWake.BlockedThread(due, numbers++, worker);
      if (due != ScheduledWake.NEVER) {
        wakes.add(wait);
      }
      if (worker != null) {
        attendance.markWaiting(worker);
      }
      return wait;
    } finally {
      lock.unlock();
    }
  }

  /** Ends a wait and marks its thread as busy; returns false if the wait was already over. */
  boolean wake(ScheduledWake.BlockedThread wait) {
    return wake(wait, false);
  }

  private boolean wake(ScheduledWake.BlockedThread wait, boolean byTime) {
    lock.lock();
    try {
      if (wait.isOver) {
        return false;
      }
      wait.isOver = true;
      wakes.remove(wait);
      if (wait.worker != null) {
        attendance.markWoken(wait.worker, byTime);
      }
      LockSupport.unpark(wait.thread);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Blocks until the wait is over; the thread that owns the clock advances it meanwhile. */
  void block(ScheduledWake.BlockedThread wait) throws InterruptedException {
    try {
      if (isHand()) {
        turnFor(() -> wait.isOver, wait.due);
      }
      while (!wait.isOver) {
        LockSupport.park(this);
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
      }
    } catch (InterruptedException e) {
      if (wake(wait)) {
        throw e;
      }
      Thread.currentThread().interrupt();
    } finally {
      wake(wait);
    }
  }

  /**
   * Advances the clock until the condition holds. Without a time limit it fails after a minute of
   * real time.
   */
  private void turnFor(BooleanSupplier condition, long until) throws InterruptedException {
    long end = attendance.attended() + MAX_WAIT_NANOS;
    turn(
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          if (until == ScheduledWake.NEVER && attendance.attended() > end) {
            throw new AssertionError("waited in vain by a turned clock" + describe());
          }
          return false;
        },
        until);
  }

  @Override
  public void sleep(Duration time) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
    if (time.isPositive()) {
      block(enter(after(nanos(time))));
    }
  }

  private static long nanos(Duration time) {
    return time.compareTo(Duration.ofNanos(Long.MAX_VALUE)) > 0 ? Long.MAX_VALUE : time.toNanos();
  }

  @Override
  public Condition condition(ReentrantLock of) {
    return new TurnedCondition(this, of);
  }

  @Override
  public <T> T join(CompletableFuture<T> future) {
    if (isHand()) {
      try {
        turnFor(future::isDone, ScheduledWake.NEVER);
      } catch (InterruptedException e) {
        hand.interrupt();
        throw new CompletionException(e);
      }
    }
    return future.join();
  }

  @Override
  public <T> T get(CompletableFuture<T> future, Duration atMost)
      throws InterruptedException, ExecutionException, TimeoutException {
    ScheduledWake.BlockedThread wait = enter(after(nanos(atMost)));
    future.whenComplete((result, trouble) -> wake(wait));
    block(wait);
    if (!future.isDone()) {
      throw new TimeoutException("not within %s of turned time".formatted(atMost));
    }
    return future.get();
  }

  @Override
  public Thread start(Thread.Builder threads, Runnable work) {
    return start(threads, work, Worker.WorkerKind.THREAD);
  }

  @Override
  public Thread call(Thread.Builder threads, Runnable work) {
    return start(threads, work, Worker.WorkerKind.FOREIGN);
  }

  private Thread start(Thread.Builder threads, Runnable work, Worker.WorkerKind kind) {
    Worker worker = attendance.begin(kind);
    return threads.start(() -> attendance.run(worker, work));
  }

  @Override
  public Executor executor(Executor threads) {
    return work -> {
      Worker worker = attendance.begin(Worker.WorkerKind.TASK);
      try {
        threads.execute(() -> attendance.run(worker, work));
      } catch (RuntimeException refused) {
        attendance.end(worker);
        throw refused;
      }
    };
  }

  @Override
  public Alarms alarms(ThreadFactory threads) {
    return new TurnedAlarms(this);
  }

  ScheduledWake.ScheduledAction set(Duration time, Runnable ring) {
    lock.lock();
    try {
      ScheduledWake.ScheduledAction alarm =
          new ScheduledWake.ScheduledAction(after(nanos(time)), numbers++, ring);
      wakes.add(alarm);
      return alarm;
    } finally {
      lock.unlock();
    }
  }

  void cancel(ScheduledWake.ScheduledAction alarm) {
    lock.lock();
    try {
      wakes.remove(alarm);
    } finally {
      lock.unlock();
    }
  }
}
