package dev.pawl.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Forbids busy waiting in tests: it takes CPU from the code under test. */
class BusyWaitTest {

  /** Files whose subject is a busy loop. */
  private static final List<String> BUSY_LOOP_TESTS =
      List.of(
          "HandlerThreadsTest.java",
          "TurnedClockTest.java",
          "CallingContract.java",
          "BusyWaitTest.java");

  @Test
  void shouldWaitByAwaitUntil() {
    assertThat(Checkout.sources())
        .filteredOn(file -> file.endsWith(".java"))
        .filteredOn(file -> BUSY_LOOP_TESTS.stream().noneMatch(file::endsWith))
        .filteredOn(file -> Checkout.text(file).contains("Thread.onSpinWait("))
        .as("use Await.until of the test kit")
        .isEmpty();
  }
}
