package dev.pawl.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WallTimeTest {

  private static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  @Test
  void shouldNotWaitForUnneededWork() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    WallTime time = new WallTime(() -> NOON, () -> asked.incrementAndGet() < 0);

    time.await(NOON.plus(Duration.ofDays(1)));

    assertThat(asked).hasValue(1);
  }

  @Test
  void shouldNotWaitForATimeInThePast() throws InterruptedException {
    AtomicInteger asked = new AtomicInteger();
    WallTime time = new WallTime(() -> NOON, () -> asked.incrementAndGet() > 0);

    time.await(NOON);

    assertThat(asked).hasValue(0);
  }
}
