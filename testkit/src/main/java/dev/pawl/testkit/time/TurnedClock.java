package dev.pawl.testkit.time;

import dev.pawl.engine.node.RuntimeClock;
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
 * A clock that is turned by hand through whole nodes: their timers, leases, back-offs, heartbeats
 * and parked executions. Hand it to the nodes and to the in-memory store that they share.
 *
 * <p>Time passes only while the thread that made the clock waits for something: in {@link
 * #advance}, in {@link #until}, in {@link #sleep}, and in whatever it asks of a node that takes
 * time, such as waiting for the end of an execution or closing the node. It passes from one moment
 * at which something is due to the next, and only when everybody is at rest: each thread of a node
 * waits again, and each handler has come back or waits. So a node that gets no processor for a
 * while loses no lease by that, and nothing depends on how fast the machine is. Where there is no
 * rest, since a flow goes round in circles, time goes on beside it, slowly.
 *
 * <p>A handler that takes time does so by {@link #sleep} of this clock. If it is at work, or waits
 * by the clock of the machine, time stands still for it for 2 seconds of real time; then it is
 * taken to compute without end, and time goes on beside it, slowly.
 */
public final class TurnedClock implements RuntimeClock, InstantSource {

  /** When it begins, unless that is given. */
  public static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private static final long LONGEST_WAIT = Duration.ofSeconds(60).toNanos();
  private static final long NAP = Duration.ofMillis(1).toNanos();

  private final Thread hand = Thread.currentThread();
  private final Instant start;
  private final ReentrantLock lock = new ReentrantLock();
  private final Attendance attendance = new Attendance(lock);
  private final PriorityQueue<Wake> wakes = new PriorityQueue<>();
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

  /** Lets that much time pass; returns when all that was due is done. */
  public void advance(Duration time) throws InterruptedException {
    requireHand();
    turn(() -> false, after(time.toNanos()));
  }

  /**
   * Lets time pass until it holds; that is looked at whenever all are at rest.
   *
   * @param description what did not happen, if it does not within that time
   */
  public void until(String description, Duration within, BooleanSupplier condition) {
    requireHand();
    long end = after(within.toNanos());
    long patience = attendance.attended() + LONGEST_WAIT;
    try {
      while (!turn(condition, end)) {
        // Handlers that still work may need no more of this time, but of the machine's.
        if (attendance.isAtRest() || attendance.attended() > patience) {
          throw new AssertionError(
              "not within %s of turned time: %s%s".formatted(within, description, told()));
        }
      }
    } catch (InterruptedException e) {
      hand.interrupt();
      throw new AssertionError("interrupted while waiting: " + description, e);
    }
  }

  private String told() {
    String atWork = attendance.told();
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

  /** Whether it came to hold before that time. */
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

  /** Turns it to the next moment at which something is due, but no further than that. */
  private void step(long until) {
    List<Runnable> ringing = new ArrayList<>();
    lock.lock();
    long next = Wake.NEVER;
    try {
      next = Math.min(until, wakes.isEmpty() ? Wake.NEVER : wakes.peek().due);
      if (next != Wake.NEVER) {
        now = Math.max(now, next);
      }
      while (!wakes.isEmpty() && wakes.peek().due <= now) {
        switch (wakes.remove()) {
          case Wake.Wait wait -> wake(wait, true);
          case Wake.Alarm alarm -> ringing.add(alarm.ring);
        }
      }
    } finally {
      lock.unlock();
    }
    if (next == Wake.NEVER) {
      LockSupport.parkNanos(NAP); // nothing is due: somebody else has to do something
    }
    ringing.forEach(Runnable::run);
    attendance.turned();
  }

  /** The moment after so much time. */
  long after(long nanos) {
    long due = now + Math.max(0, nanos);
    return due < 0 ? Wake.NEVER : due;
  }

  /** This thread is about to wait, until it is woken or that time has come. */
  Wake.Wait enter(long due) {
    lock.lock();
    try {
      Worker worker = isHand() ? null : attendance.mine();
      Wake.Wait wait = new Wake.Wait(due, numbers++, worker);
      if (due != Wake.NEVER) {
        wakes.add(wait);
      }
      if (worker != null) {
        attendance.waits(worker);
      }
      return wait;
    } finally {
      lock.unlock();
    }
  }

  /** Says whether it waited until now; it is at work from this moment on. */
  boolean wake(Wake.Wait wait) {
    return wake(wait, false);
  }

  private boolean wake(Wake.Wait wait, boolean byTime) {
    lock.lock();
    try {
      if (wait.isOver) {
        return false;
      }
      wait.isOver = true;
      wakes.remove(wait);
      if (wait.worker != null) {
        attendance.woken(wait.worker, byTime);
      }
      LockSupport.unpark(wait.thread);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Waits; the thread that turns the clock does so meanwhile. */
  void block(Wake.Wait wait) throws InterruptedException {
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

  /** Turns until it holds; for ever is a minute in which it did not. */
  private void turnFor(BooleanSupplier condition, long until) throws InterruptedException {
    long end = attendance.attended() + LONGEST_WAIT;
    turn(
        () -> {
          if (condition.getAsBoolean()) {
            return true;
          }
          if (until == Wake.NEVER && attendance.attended() > end) {
            throw new AssertionError("waited in vain by a turned clock" + told());
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
        turnFor(future::isDone, Wake.NEVER);
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
    Wake.Wait wait = enter(after(nanos(atMost)));
    future.whenComplete((result, trouble) -> wake(wait));
    block(wait);
    if (!future.isDone()) {
      throw new TimeoutException("not within %s of turned time".formatted(atMost));
    }
    return future.get();
  }

  @Override
  public Thread start(Thread.Builder threads, Runnable work) {
    return start(threads, work, Worker.Kind.THREAD);
  }

  @Override
  public Thread call(Thread.Builder threads, Runnable work) {
    return start(threads, work, Worker.Kind.FOREIGN);
  }

  private Thread start(Thread.Builder threads, Runnable work, Worker.Kind kind) {
    Worker worker = attendance.begin(kind);
    return threads.start(() -> attendance.run(worker, work));
  }

  @Override
  public Executor executor(Executor threads) {
    return work -> {
      Worker worker = attendance.begin(Worker.Kind.TASK);
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

  Wake.Alarm set(Duration time, Runnable ring) {
    lock.lock();
    try {
      Wake.Alarm alarm = new Wake.Alarm(after(nanos(time)), numbers++, ring);
      wakes.add(alarm);
      return alarm;
    } finally {
      lock.unlock();
    }
  }

  void cancel(Wake.Alarm alarm) {
    lock.lock();
    try {
      wakes.remove(alarm);
    } finally {
      lock.unlock();
    }
  }
}
