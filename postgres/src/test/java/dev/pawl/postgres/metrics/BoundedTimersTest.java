package dev.pawl.postgres.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class BoundedTimersTest {

  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final BoundedTimers<Status> timers =
      new BoundedTimers<>(
          registry, new BoundedTimers.Description("durations", "Durations.", "flow", "status"));

  @Test
  void shouldShareOneTimerAmongAllTagValuesBeyondTheLimit() {
    int flows = BoundedTimers.MAX_TAG_VALUES + 50;

    for (int i = 0; i < flows; i++) {
      timers.timer("flow" + i, Status.SUCCEEDED).record(Duration.ofMillis(1));
    }
    timers.timer("flow0", Status.SUCCEEDED).record(Duration.ofMillis(1));

    assertThat(registry.find("durations").timers()).hasSize(BoundedTimers.MAX_TAG_VALUES + 1);
    assertThat(registry.get("durations").tag("flow", BoundedTimers.OTHER).timer().count())
        .isEqualTo(50);
    assertThat(registry.get("durations").tag("flow", "flow0").timer().count()).isEqualTo(2);
  }
}
