package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.node.ConcurrencyLimitException;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.store.ConcurrencyLimit;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.Executions;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.Store;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Statement;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Starts with one idempotency key at a limit that rejects, while the database is slow. */
@ExtendWith(TestDatabases.Migrated.class)
class SimultaneousStartsTest {

  private static final String WAITS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Wait\", \"Event\": \"go\", \"End\":"
          + " true}}}";

  private final AtomicInteger lookups = new AtomicInteger();
  private Database database;
  private PostgresStore store;
  private Node here;
  private Node there;

  @BeforeEach
  void open(Database fresh) {
    database = fresh;
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(4));
    here = start(store);
    there = start(counting(store));
    here.deploy(TenantId.DEFAULT, "f", WAITS);
    store
        .maintenance()
        .limit(TenantId.DEFAULT, Optional.of("f"), ConcurrencyLimit.concurrent(1).rejecting());
  }

  @AfterEach
  void close() {
    here.close();
    there.close();
    store.close();
  }

  private static Node start(Store on) {
    return Node.start(
        on, resource -> Optional.of(HandlerCall::input), NodeOptions.DEFAULT, Listener.NONE);
  }

  /** Counts how often a start looks for an earlier one with its key. */
  private Store counting(Store counted) {
    Executions executions =
        proxy(
            Executions.class,
            counted.executions(),
            (name, result) -> {
              if (name.equals("findStarted")) {
                lookups.incrementAndGet();
              }
              return result;
            });
    return proxy(
        Store.class, counted, (name, result) -> name.equals("executions") ? executions : result);
  }

  private interface Watch {
    Object returned(String name, Object result);
  }

  private static <T> T proxy(Class<T> type, T target, Watch watch) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                return watch.returned(method.getName(), method.invoke(target, arguments));
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static Launch launch(String key) {
    return Launch.of("f", JsonObject.EMPTY)
        .with(
            new StartAttributes(
                Priority.NORMAL, Optional.empty(), Map.of(), Optional.of(key), Optional.empty()));
  }

  @Test
  void shouldGiveTheSecondTheAnswerOfTheFirstHoweverLongThatTakes() throws Exception {
    CompletableFuture<ExecutionKey> first;
    CompletableFuture<ExecutionKey> second;
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // Permits can be taken, and no execution be written.
      statement.execute("lock table pawl.execution in share mode");
      first = CompletableFuture.supplyAsync(() -> here.start(launch("once")));
      Await.until("the first has the permit", () -> reserved() == 1);
      second = CompletableFuture.supplyAsync(() -> there.start(launch("once")));
      Await.until("the second has looked often", () -> lookups.get() > 20 || second.isDone());
      assertThat(second).isNotDone();
      connection.commit();
    }

    assertThat(second.join()).isEqualTo(first.join());
  }

  @Test
  void shouldRejectAStartWithAnotherKey() {
    here.start(launch("once"));

    assertThatThrownBy(() -> there.start(launch("another")))
        .isInstanceOf(ConcurrencyLimitException.class);
    assertThat(lookups.get()).as("nothing is waited for").isLessThan(5);
  }

  private long reserved() {
    return store
        .jdbc()
        .use(
            connection ->
                Rows.first(
                    connection,
                    "select count(*) from pawl.permit where execution is not null",
                    row -> row.getLong(1)))
        .orElseThrow();
  }
}
