package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class CarriersTest {

  @Test
  void shouldGiveTheirTurnToThreadsThatWaitBehindThoseThatComputeWithoutEnd() throws Exception {
    assumeTrue(Runtime.version().feature() >= 24, "carriers can be added since JDK 24");
    AtomicBoolean enough = new AtomicBoolean();
    int spinners = 4 * Runtime.getRuntime().availableProcessors();
    CountDownLatch turn = new CountDownLatch(1);

    try (Carriers carriers = new Carriers(RuntimeClock.SYSTEM)) {
      for (int i = 0; i < spinners; i++) {
        carriers.start(
            () -> {
              while (!enough.get()) {
                Thread.onSpinWait();
              }
            });
      }
      Thread.ofVirtual().start(turn::countDown);

      assertThat(turn.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      enough.set(true);
    }
  }
}
