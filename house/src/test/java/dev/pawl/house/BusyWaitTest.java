package dev.pawl.house;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A test that keeps a core busy while it waits slows down what it waits for. */
class BusyWaitTest {

  /** Here the busy loop is what is tested. */
  private static final List<String> ON_PURPOSE =
      List.of(
          "CarriersTest.java", "TurnedClockTest.java", "CallingContract.java", "BusyWaitTest.java");

  @Test
  void shouldWaitByAwaitUntil() {
    assertThat(Tree.sources())
        .filteredOn(file -> file.endsWith(".java"))
        .filteredOn(file -> ON_PURPOSE.stream().noneMatch(file::endsWith))
        .filteredOn(file -> Tree.text(file).contains("Thread.onSpinWait("))
        .as("use Await.until of the test kit")
        .isEmpty();
  }
}
