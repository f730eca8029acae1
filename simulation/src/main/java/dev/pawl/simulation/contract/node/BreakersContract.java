package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers.DownstreamFailure;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All nodes share the circuit breaker of a downstream. */
abstract class BreakersContract extends NodeTestBase {

  private static final String WAIT = Breaker.WAIT_KIND + FlakyDownstream.NAME;

  private static final Breaker.Key KEY = new Breaker.Key(TenantId.DEFAULT, FlakyDownstream.NAME);

  private final FlakyDownstream shop = new FlakyDownstream(Instant::now);

  @BeforeEach
  void deploy() {
    cluster.handler("shop", shop);
    cluster.deploy("f", task("shop", ""));
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
    cluster
        .breakers()
        .open(KEY, new DownstreamFailure(FlakyDownstream.ERROR, "connection refused"));
    for (Node node : List.of(first, second)) {
      cluster.await("the node has learned it", () -> node.load().breakersOpen() == 1);
    }
    List<ExecutionKey> keys = start(10);
    keys.add(second.start(Launch.of("f", number(10))));
    keys.forEach(key -> cluster.until(key, BreakersContract::isHeld));

    first.close();
    shop.repair();

    for (ExecutionKey key : keys) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    }
    assertThat(shop.successes()).hasSize(11);
    // What arrived before was a probe, which uses no attempt.
    assertThat(shop.arrivals()).allMatch(arrival -> arrival.call().attempt() == 1);
    cluster.await("the breaker is closed", () -> second.load().breakersOpen() == 0);
  }
}
