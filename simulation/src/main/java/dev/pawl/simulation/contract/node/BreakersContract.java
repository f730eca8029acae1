package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All nodes share the circuit breaker of a downstream. */
abstract class BreakersContract extends NodeTestBase {

  private static final String WAIT = Breaker.WAIT_KIND + FlakyDownstream.NAME;

  // A second failure would fail the execution.
  private static final String RETRY_ONCE =
      """
      "TimeoutSeconds": 2,
      "Retry": [{"ErrorEquals": ["Shop.Down"], "IntervalSeconds": 1, "MaxAttempts": 1}],\
      """;

  private final FlakyDownstream shop = new FlakyDownstream(Instant::now);

  @BeforeEach
  void deploy() {
    cluster.handler("shop", shop);
    cluster.deploy("f", task("shop", RETRY_ONCE));
  }

  private List<ExecutionKey> start(int count) {
    List<ExecutionKey> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(cluster.start("f", number(i)));
    }
    return keys;
  }

  private static boolean isHeld(Summary found) {
    return found.status() == Status.WAITING
        && found.standing().orElseThrow().waitsFor().kinds().equals(List.of(WAIT));
  }

  @Test
  void shouldHoldCallsOnAllNodesAndFinishThemAfterANodeHasDied() throws Exception {
    Node first = cluster.join();
    Node second = cluster.join();
    List<ExecutionKey> keys = start(10);
    keys.forEach(key -> cluster.until(key, BreakersContract::isHeld));
    cluster.await("the other node has learned it", () -> second.load().breakersOpen() == 1);
    keys.add(second.start(Launch.of("f", number(10))));
    cluster.until(keys.getLast(), BreakersContract::isHeld);
    assertThat(shop.arrivals()).hasSize(10);

    first.close();
    shop.repair();

    for (ExecutionKey key : keys) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    }
    assertThat(shop.failures()).hasSize(10);
    assertThat(shop.successes()).hasSize(11);
    cluster.await("the breaker is closed", () -> second.load().breakersOpen() == 0);
  }
}
