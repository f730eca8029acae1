package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PooledDatabases.class)
class PgBouncerTest {

  private static final String WAITS =
      """
      StartAt: Wait
      States:
        Wait: {Type: Wait, Event: go, Next: Greet}
        Greet: {Type: Task, Resource: greet, End: true}
      """;

  @Test
  void shouldStartAndSignalWithinTransactionsOfTheCaller(Database database) throws Exception {
    try (PostgresNode pawl =
            PostgresNode.on(database)
                .store(StoreOptions::withPooler)
                .handler("greet", call -> call.input())
                .start();
        Connection one = pawl.connect();
        Connection other = pawl.connect()) {
      pawl.deploy("waits", WAITS);
      one.setAutoCommit(false);
      other.setAutoCommit(false);

      List<ExecutionId> started = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        Connection transaction = i % 2 == 0 ? one : other;
        ExecutionId id = pawl.start(transaction, "waits", JsonObject.EMPTY);
        transaction.commit();
        pawl.signal(transaction, id, "go", Json.of("not this"));
        transaction.rollback();
        pawl.signal(transaction, id, "go", Json.of("this"));
        transaction.commit();
        started.add(id);
      }

      for (ExecutionId id : started) {
        assertThat(pawl.await(id, Duration.ofSeconds(60)).orElseThrow().output())
            .contains(Json.of("this"));
      }
    }
  }
}
