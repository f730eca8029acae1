package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.node.BusyException;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import dev.pawl.testkit.store.InMemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class BusyNodeTest {

  private static final Launch LAUNCH = Launch.of("f", JsonObject.EMPTY);

  @Test
  void shouldRefuseStartsWhileTooManyWritesWait() throws Exception {
    InMemoryStore store = new InMemoryStore(Clock.systemUTC());
    store
        .versions()
        .add(
            TenantId.DEFAULT,
            "f",
            "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}"
                .getBytes(StandardCharsets.UTF_8));
    CountDownLatch mayWrite = new CountDownLatch(1);
    try (Node node =
            Node.start(
                store,
                resource -> Optional.empty(),
                NodeOptions.DEFAULT.withMaxQueued(3),
                (info, steps) -> await(mayWrite));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> starts = new ArrayList<>();
      Await.until(
          "a start that is refused",
          () -> {
            starts.add(threads.submit(() -> node.start(LAUNCH)));
            return node.metrics().startsRefused() > 0;
          });
      mayWrite.countDown();

      int refused = 0;
      for (Future<?> start : starts) {
        try {
          start.get();
        } catch (ExecutionException e) {
          assertThat(e.getCause())
              .isInstanceOf(BusyException.class)
              .hasMessage("more than 3 writes are waiting; try again later");
          refused++;
        }
      }
      assertThat(refused).isPositive().isEqualTo((int) node.metrics().startsRefused());
      assertThat(node.control().reader().find(node.start(LAUNCH))).isPresent();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
