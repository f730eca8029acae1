package dev.pawl.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class AwaitTest {

  @Test
  void shouldWaitUntilTheConditionHolds() {
    AtomicInteger looks = new AtomicInteger();

    Await.until("the third look", () -> looks.incrementAndGet() == 3);

    assertThat(looks).hasValue(3);
  }

  @Test
  void shouldNameTheUnmetCondition() {
    assertThatThrownBy(() -> Await.until("an answer", Duration.ofMillis(30), () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessage("not within PT0.03S: an answer");
  }

  @Test
  void shouldTreatAnExceptionAsNotYetOnlyOnRequest() {
    AtomicInteger looks = new AtomicInteger();
    Await.Condition starting =
        () -> {
          if (looks.incrementAndGet() < 3) {
            throw new IllegalStateException("not yet");
          }
          return true;
        };

    assertThatThrownBy(() -> Await.until("an answer", starting)).hasMessage("not yet");
    Await.untilSuccess("an answer", starting);

    assertThat(looks).hasValue(3);
  }

  @Test
  void shouldReportTheLastExceptionOfAFailingCondition() {
    assertThatThrownBy(
            () ->
                Await.untilSuccess(
                    "an answer",
                    Duration.ofMillis(30),
                    () -> {
                      throw new IllegalStateException("nobody is there");
                    }))
        .hasMessage("not within PT0.03S: an answer")
        .hasSuppressedException(new IllegalStateException("nobody is there"));
  }

  @Test
  void shouldAdvanceATurnedClock() {
    TurnedClock clock = new TurnedClock();

    Await.until(
        clock, "the time", () -> clock.instant().isAfter(TurnedClock.START.plusSeconds(50)));
    assertThatThrownBy(() -> Await.until(clock, "a miracle", () -> false))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("a miracle");
  }
}
