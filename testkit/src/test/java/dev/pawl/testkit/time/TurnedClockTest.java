package dev.pawl.testkit.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.node.time.RuntimeClock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class TurnedClockTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration DAY = Duration.ofDays(1);

  private final TurnedClock clock = new TurnedClock();
  private final List<String> happened = new CopyOnWriteArrayList<>();

  private void record(String what) {
    happened.add(what + " at " + Duration.between(TurnedClock.START, clock.instant()).toSeconds());
  }

  /** A thread of a node, such as the one that keeps its lease. */
  private Thread everySecond(String what) {
    return clock.start(
        Thread.ofPlatform().daemon(),
        () -> {
          try {
            while (true) {
              clock.sleep(SECOND);
              record(what);
            }
          } catch (InterruptedException e) {
            record(what + " ends");
          }
        });
  }

  @Test
  void shouldStandStillUntilItIsAdvanced() throws Exception {
    everySecond("beat");

    assertThat(clock.instant()).isEqualTo(TurnedClock.START);
    clock.advance(Duration.ofMillis(999));
    assertThat(happened).isEmpty();
    clock.advance(Duration.ofMillis(1));

    assertThat(happened).containsExactly("beat at 1");
    assertThat(clock.instant()).isEqualTo(TurnedClock.START.plusSeconds(1));
  }

  @Test
  void shouldFireAllTimersHoweverFarItIsAdvanced() throws Exception {
    everySecond("a");
    RuntimeClock.Alarms alarms = clock.alarms(Thread::new);
    alarms.in(Duration.ofMillis(1_500), () -> record("alarm"));

    clock.advance(Duration.ofSeconds(3));

    assertThat(happened).containsExactly("a at 1", "alarm at 1", "a at 2", "a at 3");
  }

  /** The clock itself is the only one who knows that a thread was woken that has not run yet. */
  @Test
  void shouldWaitForThreadsWokenByOthers() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition changed = clock.condition(lock);
    AtomicInteger rounds = new AtomicInteger();
    for (int i = 0; i < 10; i++) {
      int mine = i;
      clock.start(
          Thread.ofPlatform().daemon(),
          () -> {
            lock.lock();
            try {
              while (true) {
                while (rounds.get() % 10 != mine) {
                  changed.await();
                }
                if (rounds.incrementAndGet() % 10 == 0) {
                  record("round");
                  clock.condition(lock).awaitNanos(SECOND.toNanos());
                }
                changed.signalAll();
              }
            } catch (InterruptedException e) {
              record("end");
            } finally {
              lock.unlock();
            }
          });
    }

    clock.advance(Duration.ofSeconds(3));

    assertThat(happened).containsExactly("round at 0", "round at 1", "round at 2", "round at 3");
  }

  @Test
  void shouldReportWhetherAConditionWasSignalledInTime() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition changed = clock.condition(lock);
    clock
        .alarms(Thread::new)
        .in(
            SECOND,
            () -> {
              lock.lock();
              changed.signal();
              lock.unlock();
            });

    lock.lock();
    try {
      assertThat(changed.awaitNanos(MINUTE.toNanos())).isEqualTo(MINUTE.minus(SECOND).toNanos());
      assertThat(changed.awaitNanos(MINUTE.toNanos())).isZero();
    } finally {
      lock.unlock();
    }
    assertThat(clock.instant()).isEqualTo(TurnedClock.START.plus(SECOND).plus(MINUTE));
  }

  @Test
  void shouldPassASignalToAThreadThatStillWaits() throws Exception {
    ReentrantLock lock = new ReentrantLock();
    Condition changed = clock.condition(lock);
    for (Duration patience : List.of(SECOND, DAY)) {
      clock.start(
          Thread.ofPlatform().daemon(),
          () -> {
            lock.lock();
            try {
              record(changed.awaitNanos(patience.toNanos()) > 0 ? "signalled" : "not signalled");
            } catch (InterruptedException e) {
              record("interrupted");
            } finally {
              lock.unlock();
            }
          });
    }
    clock.advance(SECOND);

    lock.lock();
    changed.signal();
    lock.unlock();
    clock.until("both", MINUTE, () -> happened.size() == 2);

    assertThat(happened).containsExactly("not signalled at 1", "signalled at 1");
  }

  @Test
  void shouldAdvanceWhileItsThreadWaitsForAFuture() {
    CompletableFuture<String> later = new CompletableFuture<>();
    clock.alarms(Thread::new).in(DAY, () -> later.complete("here"));

    assertThat(clock.join(later)).isEqualTo("here");
    assertThat(clock.instant()).isEqualTo(TurnedClock.START.plus(DAY));
  }

  @Test
  void shouldWaitForHandlersUnlessTheyWait() throws Exception {
    CountDownLatch go = new CountDownLatch(1);
    clock.call(
        Thread.ofVirtual(),
        () -> {
          try {
            go.await();
            clock.sleep(SECOND);
            record("handler");
          } catch (InterruptedException e) {
            record("interrupted");
          }
        });

    clock.advance(SECOND);
    go.countDown();
    clock.until("the handler", MINUTE, () -> !happened.isEmpty());

    assertThat(happened).containsExactly("handler at 2");
  }

  @Test
  void shouldContinueBesideAHandlerThatNeverReturns() throws Exception {
    AtomicBoolean enough = new AtomicBoolean();
    clock.call(
        Thread.ofVirtual(),
        () -> {
          while (!enough.get()) {
            Thread.onSpinWait();
          }
        });
    everySecond("beat");

    try {
      clock.advance(Duration.ofSeconds(2));
    } finally {
      enough.set(true);
    }

    assertThat(happened).containsExactly("beat at 1", "beat at 2");
  }

  @Test
  void shouldNameTheUnmetCondition() {
    everySecond("beat");

    assertThatThrownBy(() -> clock.until("a miracle", Duration.ofSeconds(2), () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessage("not within PT2S of turned time: a miracle");
    assertThat(happened).hasSize(2);
  }

  @Test
  void shouldBeAdvancedByTheTestOnly() {
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              try {
                clock.advance(SECOND);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });

    assertThatThrownBy(other::get)
        .isInstanceOf(ExecutionException.class)
        .hasMessageContaining("a clock is turned by the thread that made it");
  }

  @Test
  void shouldLetThreadsBeInterrupted() throws Exception {
    Thread beating = everySecond("beat");
    clock.advance(SECOND);

    beating.interrupt();
    beating.join();
    clock.advance(MINUTE);

    assertThat(happened).containsExactly("beat at 1", "beat ends at 1");
  }

  @Test
  void shouldNotFireCancelledOrClosedAlarms() throws Exception {
    RuntimeClock.Alarms alarms = clock.alarms(Thread::new);
    Future<?> cancelled = alarms.in(SECOND, () -> record("cancelled"));
    alarms.in(Duration.ofSeconds(3), () -> record("closed"));
    alarms.in(Duration.ZERO, () -> record("at once"));

    cancelled.cancel(false);
    clock.advance(Duration.ofSeconds(2));
    alarms.close();
    alarms.in(SECOND, () -> record("too late"));
    clock.advance(MINUTE);

    assertThat(happened).containsExactly("at once at 0");
  }

  @Test
  void shouldNotWaitForWorkThatIsNotLeased() throws Exception {
    Executor executor =
        clock.executor(
            work -> {
              throw new RejectedExecutionException("closed");
            });

    assertThatThrownBy(() -> executor.execute(() -> record("never")))
        .isInstanceOf(RejectedExecutionException.class);
    clock.advance(SECOND);

    assertThat(happened).isEmpty();
  }
}
