package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers.DownstreamFailure;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNumber;
import dev.pawl.sdk.UnsentCallException;
import dev.pawl.simulation.contract.node.FlakyDownstream.Arrival;
import dev.pawl.testkit.store.InMemoryStore;
import dev.pawl.testkit.time.TurnedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a circuit breaker holds calls, when it probes, and how fast it releases them. */
class BreakerTimesTest {

  private static final Breaker.Key KEY = new Breaker.Key(TenantId.DEFAULT, FlakyDownstream.NAME);

  private final TurnedClock clock = new TurnedClock();
  private final InMemoryStore store = new InMemoryStore(clock);
  private final Cluster cluster = new Cluster(store, clock);
  private final FlakyDownstream shop = new FlakyDownstream(clock::instant);

  @AfterEach
  void close() {
    cluster.close();
  }

  // A second failure, or a timeout, would fail the execution. At the retry both nodes have learned
  // that the breaker is open, which takes a second.
  private void deploy() {
    cluster.handler("shop", shop);
    cluster.deploy(
        "f",
        NodeTestBase.task(
            "shop",
            """
            "TimeoutSeconds": 3,
            "Retry": [{"ErrorEquals": ["Shop.Down"], "IntervalSeconds": 3, "MaxAttempts": 1}],\
            """));
  }

  private List<ExecutionKey> start(Node node, int count) {
    List<ExecutionKey> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(node.start(Launch.of("f", JsonNumber.of(i))));
    }
    return keys;
  }

  private Breaker breaker() {
    return store.breakers().find(KEY).orElseThrow();
  }

  @Test
  void shouldUseNoAttemptWhileTheDownstreamIsDownAndReleaseAtADoublingRate() throws Exception {
    deploy();
    Node first = cluster.join();
    Node second = cluster.join();
    List<ExecutionKey> keys = start(first, 10);
    clock.until("open on both", Duration.ofSeconds(5), () -> second.load().breakersOpen() == 1);
    keys.addAll(start(first, 200));
    keys.addAll(start(second, 200));
    Instant openedAt = breaker().openedAt();

    clock.advance(Duration.ofMinutes(10));

    List<Arrival> failures = shop.failures();
    assertThat(failures.subList(0, 10)).allMatch(arrival -> arrival.call().attempt() == 1);
    List<Long> probes =
        failures.subList(10, failures.size()).stream()
            .map(probe -> Duration.between(openedAt, probe.at()).toSeconds())
            .toList();
    assertThat(probes.size()).isBetween(11, 13);
    assertThat(probes.getFirst()).isBetween(5L, 6L);
    for (int i = 1; i < probes.size(); i++) {
      long pause = Math.min(60, 5L << i);
      assertThat(probes.get(i) - probes.get(i - 1)).isBetween(pause, pause + 3);
    }

    shop.repair();
    for (ExecutionKey key : keys) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    }
    List<Arrival> successes = shop.successes();
    assertThat(successes).hasSize(410);
    assertThat(successes).allMatch(arrival -> arrival.call().attempt() <= 2);
    assertThat(successes.stream().filter(arrival -> arrival.call().attempt() == 2)).hasSize(10);
    assertReleasedInTime(successes);
    clock.until("closed", Duration.ofSeconds(30), () -> store.breakers().list().isEmpty());
  }

  /** The first success is the probe, with which the release begins. */
  private static void assertReleasedInTime(List<Arrival> successes) {
    Instant begin = successes.getFirst().at();
    for (int i = 1; i < successes.size(); i++) {
      Duration elapsed = Duration.between(begin, successes.get(i).at());
      assertThat(Breaker.allowance(elapsed))
          .describedAs("calls within %s of the release", elapsed)
          .isGreaterThanOrEqualTo(i);
    }
    Duration all = Duration.between(begin, successes.getLast().at());
    assertThat(all).isBetween(Duration.ofSeconds(5), Duration.ofSeconds(8));
  }

  @Test
  void shouldAllowTenCallsInTheFirstSecondAndTwiceAsManyInEachOther() {
    assertThat(Breaker.allowance(Duration.ZERO)).isZero();
    assertThat(Breaker.allowance(Duration.ofMillis(100))).isEqualTo(1);
    assertThat(Breaker.allowance(Duration.ofSeconds(1))).isEqualTo(10);
    assertThat(Breaker.allowance(Duration.ofMillis(1_500))).isEqualTo(20);
    assertThat(Breaker.allowance(Duration.ofSeconds(2))).isEqualTo(30);
    assertThat(Breaker.allowance(Duration.ofSeconds(3))).isEqualTo(70);
    assertThat(Breaker.allowance(Duration.ofDays(1)))
        .isEqualTo(Breaker.allowance(Breaker.MAX_RELEASE_TIME));
  }

  @Test
  void shouldStayClosedWhileLessThanHalfOfTheCallsFail() throws Exception {
    cluster.handler("shop", shop);
    cluster.deploy("f", NodeTestBase.task("shop", ""));
    Node node = cluster.join();
    shop.repair();
    for (ExecutionKey key : start(node, 12)) {
      cluster.ending(key);
    }
    shop.breakDown();
    for (ExecutionKey key : start(node, 11)) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.FAILED);
    }
    assertThat(store.breakers().list()).isEmpty();

    for (ExecutionKey key : start(node, 1)) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.FAILED);
    }

    assertThat(breaker().error()).isEqualTo(FlakyDownstream.ERROR);
    assertThat(breaker().cause()).isEqualTo("connection refused");
  }

  @Test
  void shouldForgetCallsAfterThirtySeconds() throws Exception {
    cluster.handler("shop", shop);
    cluster.deploy("f", NodeTestBase.task("shop", ""));
    Node node = cluster.join();
    for (int i = 0; i < 6; i++) {
      for (ExecutionKey key : start(node, 9)) {
        cluster.ending(key);
      }
      clock.advance(Duration.ofSeconds(31));
    }

    assertThat(store.breakers().list()).isEmpty();
  }

  @Test
  void shouldNotCountFailuresOfTheCallItself() throws Exception {
    cluster.handler("shop", new RefusingDownstream());
    cluster.deploy("f", NodeTestBase.task("shop", ""));
    Node node = cluster.join();

    for (ExecutionKey key : start(node, 30)) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.FAILED);
    }

    assertThat(store.breakers().list()).isEmpty();
  }

  /** A system that answers, but refuses every call. */
  private static final class RefusingDownstream implements Handler {

    @Override
    public Json handle(HandlerCall call) throws HandlerException {
      throw new HandlerException("Shop.Refused", "400");
    }

    @Override
    public Optional<String> downstream(HandlerCall call) {
      return Optional.of(FlakyDownstream.NAME);
    }
  }

  @Test
  void shouldLearnNothingFromAProbeThatIsNotSent() throws Exception {
    cluster.handler("shop", shop);
    cluster.deploy("f", NodeTestBase.task("shop", ""));
    cluster.handler("unsent", new UnsentCalls());
    cluster.deploy("unsent", NodeTestBase.task("unsent", ""));
    Node node = cluster.join();
    for (ExecutionKey key : start(node, 10)) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.FAILED);
    }
    Instant probeAt = breaker().probeAt();

    ExecutionKey onlyProbe = node.start(Launch.of("unsent", JsonNumber.of(1)));
    assertThat(cluster.ending(onlyProbe).status()).isEqualTo(Status.FAILED);

    assertThat(breaker().isReleasing()).isFalse();
    assertThat(breaker().probeAt()).isAfter(probeAt);
    shop.repair();
    ExecutionKey nextProbe = start(node, 1).getFirst();
    assertThat(cluster.ending(nextProbe).status()).isEqualTo(Status.SUCCEEDED);
  }

  /** A handler whose calls to the system are all forbidden. */
  private static final class UnsentCalls implements Handler {

    @Override
    public Json handle(HandlerCall call) throws HandlerException {
      throw new UnsentCallException("EgressDenied", "the target may not be called");
    }

    @Override
    public Optional<String> downstream(HandlerCall call) {
      return Optional.of(FlakyDownstream.NAME);
    }
  }

  @Test
  void shouldCountTimeoutsAndUseNoAttemptForAProbeThatTimesOut() throws Exception {
    HangingDownstream hanging = new HangingDownstream(clock);
    cluster.handler("shop", hanging);
    cluster.deploy(
        "f",
        NodeTestBase.task(
            "shop",
            """
            "TimeoutSeconds": 3,
            "Retry": [{"ErrorEquals": ["States.Timeout"], "IntervalSeconds": 1, "MaxAttempts": 1}],\
            """));
    Node node = cluster.join();
    List<ExecutionKey> keys = start(node, 10);

    clock.advance(Duration.ofMinutes(2));
    int calls = hanging.calls();
    assertThat(calls).isBetween(13, 16);
    assertThat(breaker().error()).isEqualTo("States.Timeout");

    hanging.repair();
    for (ExecutionKey key : keys) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    }
  }

  /** A system that accepts calls and answers none until it is repaired. */
  private static final class HangingDownstream implements Handler {

    private final TurnedClock clock;
    private volatile boolean isDown = true;
    private final AtomicInteger calls = new AtomicInteger();

    HangingDownstream(TurnedClock clock) {
      this.clock = clock;
    }

    int calls() {
      return calls.get();
    }

    void repair() {
      isDown = false;
    }

    @Override
    public Json handle(HandlerCall call) throws InterruptedException {
      calls.incrementAndGet();
      if (isDown) {
        clock.sleep(Duration.ofDays(1));
      }
      return call.input();
    }

    @Override
    public Optional<String> downstream(HandlerCall call) {
      return Optional.of(FlakyDownstream.NAME);
    }
  }

  @Test
  void shouldMakeNoHeldCallOfAPausedOrCancelledExecution() throws Exception {
    deploy();
    Node node = cluster.join();
    store.breakers().open(KEY, new DownstreamFailure("Shop.Down", "test"));
    clock.advance(Duration.ofSeconds(2));
    List<ExecutionKey> keys = start(node, 3);
    keys.forEach(key -> cluster.until(key, found -> found.status() == Status.WAITING));
    node.control().pause(keys.get(0), "test");
    node.control().cancel(keys.get(1), "test", false);
    shop.repair();

    assertThat(cluster.ending(keys.get(2)).status()).isEqualTo(Status.SUCCEEDED);
    clock.advance(Duration.ofMinutes(2));
    assertThat(shop.arrivals()).hasSize(1);
    assertThat(cluster.ending(keys.get(1)).status()).isEqualTo(Status.CANCELLED);

    node.control().resume(keys.get(0));
    assertThat(cluster.ending(keys.get(0)).status()).isEqualTo(Status.SUCCEEDED);
  }

  @Test
  void shouldReleaseWhenAnOperatorClosesTheBreaker() throws Exception {
    deploy();
    Node node = cluster.join();
    store.breakers().open(KEY, new DownstreamFailure("Shop.Down", "test"));
    clock.advance(Duration.ofSeconds(2));
    List<ExecutionKey> keys = start(node, 20);
    keys.forEach(key -> cluster.until(key, found -> found.status() == Status.WAITING));
    shop.repair();

    Instant releasedAt = clock.instant();
    assertThat(store.breakers().release(KEY)).isTrue();
    assertThat(store.breakers().release(KEY)).isFalse();

    for (ExecutionKey key : keys) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    }
    assertThat(Duration.between(releasedAt, shop.successes().getLast().at()))
        .isBetween(Duration.ofMillis(1_500), Duration.ofMillis(2_500));
  }

  @Test
  void shouldOpenAgainIfTheDownstreamFailsDuringTheRelease() throws Exception {
    deploy();
    Node node = cluster.join();
    store.breakers().open(KEY, new DownstreamFailure("Shop.Down", "test"));
    clock.advance(Duration.ofSeconds(2));
    List<ExecutionKey> keys = start(node, 100);
    keys.forEach(key -> cluster.until(key, found -> found.status() == Status.WAITING));

    store.breakers().release(KEY);
    clock.until("open again", Duration.ofSeconds(5), () -> !breaker().isReleasing());
    assertThat(shop.failures()).hasSizeBetween(10, 30);
    shop.repair();

    for (ExecutionKey key : keys) {
      assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    }
  }

  @Test
  void shouldCloseABreakerThatNobodyUses() throws Exception {
    cluster.join();
    store.breakers().open(KEY, new DownstreamFailure("Shop.Down", "test"));

    clock.advance(Duration.ofMinutes(10));
    assertThat(store.breakers().list()).hasSize(1);
    clock.advance(Duration.ofMinutes(1));

    assertThat(store.breakers().list()).isEmpty();
  }

  @Test
  void shouldKeepCallsHeldInTheMemoryOfABusyExecution() throws Exception {
    cluster.handler("shop", shop);
    cluster.handler(
        "slow",
        call -> {
          clock.sleep(Duration.ofMinutes(2));
          return call.input();
        });
    cluster.deploy(
        "f",
        """
        {"StartAt": "P", "States": {"P": {"Type": "Parallel", "End": true, "Branches": [
          {"StartAt": "A", "States": {"A": {"Type": "Task", "Resource": "slow", "End": true}}},
          {"StartAt": "B", "States": {"B": {"Type": "Task", "Resource": "shop", "End": true}}}]}}}\
        """);
    Node node = cluster.join();
    store.breakers().open(KEY, new DownstreamFailure("Shop.Down", "test"));
    clock.advance(Duration.ofSeconds(2));
    ExecutionKey key = start(node, 1).getFirst();
    clock.advance(Duration.ofSeconds(30));
    int probes = shop.failures().size();
    shop.repair();
    clock.advance(Duration.ofMinutes(2));

    assertThat(cluster.ending(key).status()).isEqualTo(Status.SUCCEEDED);
    assertThat(probes).isEqualTo(2);
    assertThat(shop.successes()).hasSize(1);
    assertThat(Duration.between(TurnedClock.START, shop.successes().getFirst().at()))
        .isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void shouldFailACallWhoseHandlerNamesAnUnusableDownstream() throws Exception {
    cluster.handler("long", new NamedDownstream("x".repeat(201)));
    cluster.handler("spaced", new NamedDownstream("a b"));
    cluster.handler("longest", new NamedDownstream("x".repeat(200)));
    cluster.join();

    assertThat(causeOf("long")).contains("201 characters; at most 200 are allowed");
    assertThat(causeOf("spaced")).contains("'a b'", "visible characters of ASCII");
    assertThat(causeOf("longest")).isEmpty();
  }

  private String causeOf(String resource) throws InterruptedException {
    cluster.deploy(resource, NodeTestBase.task(resource, ""));
    return cluster
        .ending(cluster.start(resource, JsonNumber.of(1)))
        .failure()
        .flatMap(failure -> failure.cause())
        .orElse("");
  }

  /** A handler whose calls use a system with the given name. */
  private record NamedDownstream(String name) implements Handler {

    @Override
    public Json handle(HandlerCall call) {
      return call.input();
    }

    @Override
    public Optional<String> downstream(HandlerCall call) {
      return Optional.of(name);
    }
  }
}
