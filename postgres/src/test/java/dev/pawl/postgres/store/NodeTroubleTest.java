package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.runtime.Listener;
import dev.pawl.engine.node.runtime.NodeOptions;
import dev.pawl.engine.run.ExecutionPorts;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Trouble that comes from outside stays where it is: no node ends, and no execution hangs. */
@ExtendWith(TestDatabases.Migrated.class)
class NodeTroubleTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private static final int POOL = 3;

  private static final String CALL =
      """
      StartAt: Call
      States:
        Call: {Type: Task, Resource: work, End: true}
      """;

  private Database database;
  private PostgresStore store;
  private Node node;

  @BeforeEach
  void open(Database fresh) {
    database = fresh;
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(POOL));
  }

  @AfterEach
  void close() {
    if (node != null) {
      node.close();
    }
    store.close();
  }

  private void start(ExecutionPorts outside, Listener listener) {
    node = Node.start(store, outside, NodeOptions.DEFAULT, listener);
  }

  private void start(Handler handler) {
    start(resource -> Optional.of(handler), Listener.NONE);
  }

  private ExecutionKey launch(String definition) {
    node.deploy(TenantId.DEFAULT, "flow", definition);
    return node.start(Launch.of("flow", JsonObject.EMPTY));
  }

  private Execution.Ending ending(ExecutionKey key) throws InterruptedException {
    return node.await(key, TIMEOUT).orElseThrow();
  }

  @Test
  void shouldContinueIfAListenerFails() throws Exception {
    start(
        resource -> Optional.of(call -> call.input()),
        (info, steps) -> {
          throw new IllegalStateException("not today");
        });
    int life = node.number();

    Execution.Ending ending = ending(launch(CALL));

    assertThat(ending.status()).isEqualTo(Status.SUCCEEDED);
    assertThat(node.number()).isEqualTo(life);
  }

  @Test
  void shouldFailAStepWhoseHandlerCannotBeLookedUp() throws Exception {
    start(
        resource -> {
          throw new IllegalStateException("the register is closed");
        },
        Listener.NONE);

    Execution.Ending ending = ending(launch(CALL));

    assertThat(ending.failure().orElseThrow().error()).contains("IllegalStateException");
  }

  @Test
  void shouldFailAStepWhoseHandlerThrowsAnError() throws Exception {
    start(
        call -> {
          throw new InternalError("odd");
        });

    Execution.Ending ending = ending(launch(CALL));

    assertThat(ending.failure().orElseThrow().error()).contains("InternalError");
  }

  @Test
  void shouldAcceptATimerBeyondTheClockRange() throws Exception {
    start(call -> call.input());
    int life = node.number();

    Execution.Ending ending =
        ending(
            launch(
                """
                StartAt: Both
                States:
                  Both:
                    Type: Parallel
                    End: true
                    Branches:
                      - StartAt: Long
                        States:
                          Long: {Type: Wait, Timestamp: '9999-12-31T23:59:59Z', End: true}
                      - StartAt: Call
                        States:
                          Call: {Type: Task, Resource: work, Next: Enough}
                          Enough: {Type: Fail, Error: Enough}
                """));

    assertThat(ending.failure().orElseThrow().error()).contains("Enough");
    assertThat(node.number()).isEqualTo(life);
  }

  @Test
  void shouldKeepASnapshotOfALongExecutionThatParks() throws Exception {
    start(call -> call.input());

    launch(
        """
        StartAt: Many
        States:
          Many:
            Type: Map
            QueryLanguage: JSONata
            Items: '{% [1..60] %}'
            ItemProcessor:
              StartAt: Call
              States:
                Call: {Type: Task, Resource: work, End: true}
            Next: Rest
          Rest: {Type: Wait, Event: never, End: true}
        """);

    Await.until("a snapshot", () -> number("select count(*) from pawl.snapshot") == 1);
  }

  @Test
  void shouldCloseItsConnectionsWhenItLosesItsSession() throws Exception {
    start(call -> call.input());
    ending(launch(CALL));
    int before = connections();

    // More lives than the pool can grow by, so that one connection left by each is seen.
    for (int life = 0; life < 2 * POOL; life++) {
      int lost = node.number();
      TestDatabases.execute(database, "update pawl.node set lease_until = '-infinity'");
      Await.until("another life of the node", () -> node.number() != lost);
      ending(launch(CALL));
    }

    Await.until(
        "no more connections than %d and a pool".formatted(before),
        () -> connections() <= before + POOL);
  }

  private int connections() {
    return number(
        "select count(*) from pg_stat_activity where datname = current_database()"
            + " and backend_type = 'client backend' and pid <> pg_backend_pid()");
  }

  private int number(String sql) {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getInt(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
