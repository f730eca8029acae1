package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class NodeClockTest {

  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final AtomicLong nanos = new AtomicLong(42);
  private final NodeClock clock = new NodeClock(nanos::get);

  private void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
  }

  @Test
  void shouldGoOnFromWhatTheStoreSaid() {
    clock.set(NOON);
    pass(Duration.ofMillis(1500));

    assertThat(clock.now()).isEqualTo(NOON.plusMillis(1500));
  }

  @Test
  void shouldNotBeSetBackByAnAnswerThatWasLongOnItsWay() {
    clock.set(NOON);
    pass(Duration.ofSeconds(1));

    clock.set(NOON.plusMillis(960));

    assertThat(clock.now()).isEqualTo(NOON.plusMillis(999));
  }

  @Test
  void shouldBeSetForwardByAnAnswerThatWasQuick() {
    clock.set(NOON);
    pass(Duration.ofSeconds(1));

    clock.set(NOON.plusMillis(1040));

    assertThat(clock.now()).isEqualTo(NOON.plusMillis(1040));
  }

  @Test
  void shouldTakeBackWhatItDriftedAhead() {
    clock.set(NOON);
    Instant store = NOON;
    for (int second = 0; second < 1000; second++) {
      pass(Duration.ofNanos(1_000_100_000));
      store = store.plusSeconds(1);
      clock.set(store);
    }

    assertThat(Duration.between(store, clock.now())).isLessThan(Duration.ofMillis(1));
  }

  @Test
  void shouldFollowAStoreWhoseOwnClockWasSetBack() {
    clock.set(NOON);

    clock.set(NOON.minusSeconds(3600));

    assertThat(clock.now()).isEqualTo(NOON.minusSeconds(3600));
  }
}
