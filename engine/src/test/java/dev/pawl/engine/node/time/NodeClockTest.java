package dev.pawl.engine.node.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class NodeClockTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong(42);
  private final NodeClock clock = new NodeClock(new FixedClock());

  /** A clock that can only be read. */
  private final class FixedClock implements RuntimeClock {

    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public void sleep(Duration time) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Condition condition(ReentrantLock lock) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Alarms alarms(ThreadFactory threads) {
      throw new UnsupportedOperationException();
    }
  }

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  /** The store reads its time, and the response arrives after a latency. */
  private void synchronize(Instant storeTime, Duration latency) {
    long requestedAt = nanos.get();
    pass(latency);
    clock.synchronize(requestedAt, storeTime);
  }

  @Test
  void shouldExtrapolateTheTimeOfTheStore() {
    synchronize(NOON, Duration.ZERO);
    pass(Duration.ofMillis(1500));

    assertThat(clock.now()).isEqualTo(NOON.plusMillis(1500));
  }

  @Test
  void shouldNotBeSetBackByASlowResponse() {
    synchronize(NOON, Duration.ZERO);
    pass(Duration.ofSeconds(1));

    synchronize(NOON.plusSeconds(1), Duration.ofSeconds(5));

    assertThat(clock.now()).isEqualTo(NOON.plusSeconds(6));
  }

  @Test
  void shouldAdvanceByAFasterResponse() {
    synchronize(NOON, Duration.ofMillis(40));
    assertThat(clock.now()).isEqualTo(NOON);

    synchronize(NOON.plusMillis(40), Duration.ZERO);

    assertThat(clock.now()).isEqualTo(NOON.plusMillis(40));
  }

  @Test
  void shouldCorrectItsDrift() {
    synchronize(NOON, Duration.ZERO);
    Instant store = NOON;
    for (int second = 0; second < 1000; second++) {
      pass(Duration.ofNanos(1_000_100_000));
      store = store.plusSeconds(1);
      synchronize(store, Duration.ofMillis(2));
      store = store.plusMillis(2);
    }

    assertThat(clock.now()).isBetween(store, store.plusMillis(2));
  }

  @Test
  void shouldFollowAStoreWhoseClockWasSetBack() {
    synchronize(NOON, Duration.ZERO);

    synchronize(NOON.minusSeconds(1), Duration.ofMillis(2));

    assertThat(clock.now()).isEqualTo(NOON.minusSeconds(1).plusMillis(2));
  }
}
