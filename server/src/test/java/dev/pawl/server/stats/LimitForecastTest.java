package dev.pawl.server.stats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.server.stats.WorkView.LimitView;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** When the limit of starts per day will be reached. */
class LimitForecastTest {

  private static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");

  @Test
  void shouldForecastByTheRateOfTheLastHour() {
    LimitView limit = LimitView.ofDay(10_000, 9_500, 200, NOON);

    assertThat(limit.reachedAt()).isEqualTo("2026-11-18T14:30:00Z");
  }

  @Test
  void shouldForecastNothingBeyondTheDay() {
    assertThat(LimitView.ofDay(10_000, 9_500, 10, NOON).reachedAt()).isNull();
    assertThat(LimitView.ofDay(10_000, 9_500, 0, NOON).reachedAt()).isNull();
  }

  @Test
  void shouldForecastNothingForALimitThatIsReached() {
    assertThat(LimitView.ofDay(10_000, 10_000, 200, NOON).reachedAt()).isNull();
  }
}
