package dev.pawl.engine.node.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.engine.node.time.RuntimeClock;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class HandlerThreadsTest {

  @Test
  void shouldRunVirtualThreadsWhileHandlersOccupyAllCarriers() throws Exception {
    assumeTrue(Runtime.version().feature() >= 24, "carriers can be added since JDK 24");
    AtomicBoolean stop = new AtomicBoolean();
    int spinners = 4 * Runtime.getRuntime().availableProcessors();
    CountDownLatch started = new CountDownLatch(1);

    try (HandlerThreads threads = new HandlerThreads(RuntimeClock.SYSTEM)) {
      for (int i = 0; i < spinners; i++) {
        threads.start(
            () -> {
              while (!stop.get()) {
                Thread.onSpinWait();
              }
            });
      }
      Thread.ofVirtual().start(started::countDown);

      assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      stop.set(true);
    }
  }
}
