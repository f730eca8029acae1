package dev.pawl.engine.node.breaker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pawl.engine.node.time.NodeClock;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.store.Breaker;
import dev.pawl.engine.store.Breakers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class NodeBreakersTest {

  private final List<String> requests = new ArrayList<>();

  /** A store that records every request and is out of reach. */
  private final Breakers store =
      (Breakers)
          Proxy.newProxyInstance(
              Breakers.class.getClassLoader(),
              new Class<?>[] {Breakers.class},
              (proxy, method, arguments) -> {
                requests.add(method.getName());
                throw new UnavailableException("out of reach");
              });

  private final NodeBreakers breakers =
      new NodeBreakers(store, new NodeClock(RuntimeClock.SYSTEM), RuntimeClock.SYSTEM);

  private BreakerGate enter(String downstream) {
    return enter(TenantId.DEFAULT, downstream);
  }

  private BreakerGate enter(TenantId tenant, String downstream) {
    BreakerGate gate =
        new BreakerGate(
            breakers,
            tenant,
            probed -> {
              throw new AssertionError("a probe of a closed breaker");
            });
    gate.enter(downstream);
    return gate;
  }

  @Test
  void shouldNotUseTheStoreForCallsOfClosedBreakers() {
    for (int i = 0; i < 10_000; i++) {
      BreakerGate gate = enter("shop" + i % 100 + ":443");
      if (i % 3 == 0) {
        gate.failed("Shop.Down", "test");
      } else {
        gate.succeeded();
      }
    }

    assertThat(requests).isEmpty();
  }

  @Test
  void shouldLetCallsPassIfTheStoreCannotOpenABreaker() {
    for (int i = 0; i < CallWindow.MIN_CALLS - 1; i++) {
      enter("shop:443").failed("Shop.Down", "test");
    }
    assertThat(requests).isEmpty();

    assertThatCode(() -> enter("shop:443").failed("Shop.Down", "test")).doesNotThrowAnyException();

    assertThat(requests).containsExactly("open");
    enter("shop:443").succeeded();
  }

  @Test
  void shouldServeMoreDownstreamsThanItRemembers() {
    for (int i = 0; i < 20_000; i++) {
      enter("shop" + i + ":443").succeeded();
    }

    assertThat(requests).isEmpty();
  }

  @Test
  void shouldOpenBreakersOfATenantWhileAnotherCallsMoreDownstreamsThanItRemembers() {
    TenantId crowded = new TenantId(7);
    for (int i = 0; i < CallWindows.MAX_WINDOWS; i++) {
      enter(crowded, "shop" + i + ":443").succeeded();
    }

    for (int i = 0; i < CallWindow.MIN_CALLS; i++) {
      assertThat(requests).isEmpty();
      enter("mail:25").failed("Mail.Down", "test");
      enter(crowded, "another-shop" + i + ":443").succeeded();
    }

    assertThat(requests).containsExactly("open");
  }

  @Test
  void shouldKeepTheWindowsThatATenantUsesMostRecently() {
    for (int i = 0; i < CallWindow.MIN_CALLS - 1; i++) {
      enter("shop:443").failed("Shop.Down", "test");
      for (int other = 0; other < 2_000; other++) {
        enter("other" + (i * 2_000 + other) + ":443").succeeded();
      }
    }

    enter("shop:443").failed("Shop.Down", "test");

    assertThat(requests).containsExactly("open");
  }

  @Test
  void shouldBoundTheNumberOfWindows() {
    CallWindows windows = new CallWindows(0);
    for (int i = 0; i < CallWindows.MAX_WINDOWS * 2; i++) {
      windows.use(new Breaker.Key(new TenantId(1 + i % 3), "shop" + i), 0);
    }
    assertThat(windows.count()).isEqualTo(CallWindows.MAX_WINDOWS);

    Breaker.Key key = new Breaker.Key(TenantId.DEFAULT, "later");
    CallWindow window = windows.use(key, Duration.ofMinutes(1).toNanos());

    assertThat(windows.count()).as("idle ones are removed").isOne();
    windows.remove(key, new CallWindow(0));
    assertThat(windows.count()).as("it is another window").isOne();
    windows.remove(key, window);
    assertThat(windows.count()).isZero();
  }

  @Test
  void shouldWakeAllThatABreakerHasLeftBehindAndNotOnePartOfThem() {
    List<Integer> left = new ArrayList<>(List.of(1_000, 1_000, 7));
    Breakers closed =
        (Breakers)
            Proxy.newProxyInstance(
                Breakers.class.getClassLoader(),
                new Class<?>[] {Breakers.class},
                (proxy, method, arguments) ->
                    switch (method.getName()) {
                      case "list" -> List.of();
                      case "wakeOrphaned" -> left.isEmpty() ? 0 : left.removeFirst();
                      default -> throw new AssertionError(method.getName());
                    });
    NodeBreakers polled =
        new NodeBreakers(closed, new NodeClock(RuntimeClock.SYSTEM), RuntimeClock.SYSTEM);
    List<Duration> pauses = new ArrayList<>();

    for (int poll = 0; poll < 4; poll++) {
      pauses.add(polled.poll(() -> {}));
    }

    assertThat(left).isEmpty();
    assertThat(pauses)
        .containsExactly(
            NodeBreakers.RELEASE_INTERVAL,
            NodeBreakers.RELEASE_INTERVAL,
            NodeBreakers.RELEASE_INTERVAL,
            NodeBreakers.POLL_INTERVAL);
  }
}
