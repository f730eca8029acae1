package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.SqlFault;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class FullPoolTest {

  private static final StoreOptions ONE =
      StoreOptions.defaults().withPool(1).withLease(Duration.ofSeconds(1));

  /** Opening it may take longer than the wait for an existing one. */
  private static Connection opened(Connections connections) {
    AtomicReference<Connection> opened = new AtomicReference<>();
    Await.untilSuccess(
        "the first connection",
        () -> {
          opened.set(connections.borrow());
          return true;
        });
    return opened.get();
  }

  @Test
  @Timeout(30)
  void shouldReportThatAllConnectionsAreInUse(Database database) throws Exception {
    try (Connections connections = new Connections(database, ONE);
        Connection only = opened(connections)) {
      assertThat(only.isValid(5)).isTrue();

      SQLException full = catchThrowableOfType(SQLException.class, connections::borrow);

      assertThat(SqlFault.isOverload(full)).isTrue();
    }
  }

  @Test
  @Timeout(30)
  void shouldReportOverloadWhenTooManyCallersWait(Database database) throws Exception {
    StoreOptions patient = ONE.withLease(Duration.ofSeconds(60));
    try (Connections connections = new Connections(database, patient);
        ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();
        Connection only = connections.borrow()) {
      assertThat(only.isValid(5)).isTrue();
      assertThat(connections.isOverloaded()).isFalse();

      for (int i = 0; i < 40; i++) {
        others.submit(connections::borrow);
      }
      Await.until("too many who wait", connections::isOverloaded);
      others.shutdownNow();
    }
  }

  @Test
  void shouldNotReportAnUnreachableDatabaseAsOverloaded() {
    try (Connections connections =
        new Connections(Database.at("postgresql://nobody:x@127.0.0.1:1/none"), ONE)) {
      SQLException away = catchThrowableOfType(SQLException.class, connections::borrow);

      assertThat(SqlFault.isOverload(away)).isFalse();
    }
  }
}
