package dev.pawl.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.store.InMemoryStore;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/** Short work of a worker that keeps coming is not written down. */
class ShelvedWorkTest {

  private static final int TRIES = 20;

  private static final String FLOW =
      """
      {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "outside", "End": true}}}
      """;

  private static final Workers.Request REQUEST =
      new Workers.Request(
          TenantId.DEFAULT, List.of("outside"), 1, new Offers.Taker("ann", Duration.ofMinutes(1)));

  @Test
  void shouldCostNoOffer() throws Exception {
    try (Cluster cluster = new Cluster(new InMemoryStore(Clock.systemUTC()))) {
      cluster.deploy("f", FLOW);
      Node node = cluster.join();

      // On a machine that stands still for a moment, work is offered after all.
      for (int tries = 0; tries < TRIES && node.figures().offered() == tries; tries++) {
        node.workers().take(REQUEST);
        ExecutionKey key = cluster.start("f", JsonObject.EMPTY);
        List<Offers.Taken> taken = new ArrayList<>();
        Cluster.await(() -> taken.addAll(node.workers().take(REQUEST)), () -> "no work");
        node.workers()
            .handIn(
                new Offers.Hold(taken.getFirst().offer().key(), REQUEST.taker()),
                new Workers.Outcome.Succeeded(JsonObject.EMPTY));
        cluster.ending(key);
        if (node.figures().offered() > tries) {
          // For a second, such work is offered from the start then.
          LockSupport.parkNanos(Duration.ofMillis(1_100).toNanos());
        }
      }

      assertThat(node.figures().offered()).isLessThan(TRIES);
    }
  }
}
