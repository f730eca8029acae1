package dev.pawl.simulation.contract.node;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.simulation.contract.node.FlakyDownstream.Arrival;
import dev.pawl.testkit.store.InMemoryStore;
import dev.pawl.testkit.time.TurnedClock;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Runs an outage of a downstream on two nodes, and judges the circuit breaker by the calls that
 * arrived and by the executions alone.
 */
final class BreakerCheck implements AutoCloseable {

  private static final int CALLS = 120;
  private static final Duration OUTAGE = Duration.ofMinutes(5);

  private static final Breaker.Key KEY = new Breaker.Key(TenantId.DEFAULT, FlakyDownstream.NAME);

  /** Calls that both nodes have begun before they learn that the breaker is open. */
  private static final Duration TIME_TO_LEARN = Duration.ofSeconds(2);

  private final TurnedClock clock = new TurnedClock();
  private final InMemoryStore sound = new InMemoryStore(clock);
  private final FlakyDownstream shop = new FlakyDownstream(clock::instant);
  private final Cluster cluster;

  /** Prepares a check of a store whose breakers are replaced. */
  BreakerCheck(UnaryOperator<Breakers> planted) {
    this.cluster = new Cluster(withBreakers(planted.apply(sound.breakers())), clock);
  }

  private Store withBreakers(Breakers breakers) {
    return (Store)
        Proxy.newProxyInstance(
            Store.class.getClassLoader(),
            new Class<?>[] {Store.class},
            (proxy, method, arguments) -> {
              try {
                return method.getName().equals("breakers")
                    ? breakers
                    : method.invoke(sound, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  /** Returns what is wrong; empty if the breaker does what it should. */
  Optional<String> run() throws InterruptedException {
    cluster.handler("shop", shop);
    cluster.deploy("f", NodeTestBase.task("shop", ""));
    List<Node> nodes = List.of(cluster.join(), cluster.join());
    nodes.forEach(node -> start(node, 10));
    clock.advance(TIME_TO_LEARN);
    Instant learned = clock.instant();
    List<ExecutionKey> held = new ArrayList<>();
    for (Node node : nodes) {
      held.addAll(start(node, CALLS / nodes.size()));
    }
    clock.advance(OUTAGE);
    Optional<String> problem = outage(learned);
    if (problem.isPresent()) {
      return problem;
    }
    Instant repaired = clock.instant();
    shop.repair();
    clock.until("a probe succeeds", Duration.ofMinutes(2), () -> !shop.successes().isEmpty());
    // New calls share the rate of the release with those that waited.
    nodes.forEach(node -> held.addAll(start(node, CALLS / nodes.size())));
    clock.advance(Duration.ofMinutes(3));
    return held(held).or(() -> release(repaired)).or(this::end);
  }

  private static List<ExecutionKey> start(Node node, int count) {
    List<ExecutionKey> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(node.start(Launch.of("f", JsonNumber.of(i))));
    }
    return keys;
  }

  /** While the downstream is down, one probe at a time arrives, at pauses that double. */
  private Optional<String> outage(Instant learned) {
    List<Arrival> probes =
        shop.arrivals().stream().filter(arrival -> arrival.at().isAfter(learned)).toList();
    if (probes.size() < 4) {
      return Optional.of("probes are missing: " + probes.size());
    }
    for (int i = 1; i < probes.size(); i++) {
      Duration pause = Duration.between(probes.get(i - 1).at(), probes.get(i).at());
      if (pause.compareTo(Breaker.MIN_PROBE_PAUSE) < 0) {
        return Optional.of("a call arrived " + pause + " after the probe before");
      }
    }
    return probes.stream()
        .filter(probe -> probe.call().attempt() > 1)
        .findFirst()
        .map(probe -> "a probe used an attempt: " + probe);
  }

  /** What was held succeeds in its first attempt. */
  private Optional<String> held(List<ExecutionKey> held) {
    for (ExecutionKey key : held) {
      Status status = sound.executions().find(key).orElseThrow().status();
      if (status != Status.SUCCEEDED) {
        return Optional.of("a held call was not released: " + status);
      }
    }
    return shop.successes().stream()
        .filter(call -> call.call().attempt() > 1)
        .findFirst()
        .map(call -> "a held call used an attempt: " + call);
  }

  /** After the first success, calls arrive at the rate of a release. */
  private Optional<String> release(Instant repaired) {
    List<Arrival> successes = shop.successes();
    Instant begin = successes.getFirst().at();
    if (begin.isBefore(repaired)) {
      return Optional.of("a call succeeded during the outage");
    }
    for (int i = 1; i < successes.size(); i++) {
      Duration elapsed = Duration.between(begin, successes.get(i).at());
      if (Breaker.allowance(elapsed) < i) {
        return Optional.of(i + " calls within " + elapsed + " of the release");
      }
    }
    return Optional.empty();
  }

  private Optional<String> end() {
    return sound.breakers().find(KEY).map(open -> "the breaker is not closed: " + open);
  }

  @Override
  public void close() {
    cluster.close();
  }
}
