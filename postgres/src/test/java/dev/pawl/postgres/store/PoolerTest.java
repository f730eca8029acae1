package dev.pawl.postgres.store;

import static dev.pawl.postgres.store.Commits.BACK;
import static dev.pawl.postgres.store.Commits.ON;
import static dev.pawl.postgres.store.Commits.bytes;
import static dev.pawl.postgres.store.Commits.ended;
import static dev.pawl.postgres.store.Commits.firstCommit;
import static dev.pawl.postgres.store.Commits.firstCommits;
import static dev.pawl.postgres.store.Commits.infos;
import static dev.pawl.postgres.store.Commits.next;
import static dev.pawl.postgres.store.Commits.park;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.ClaimedExecution;
import dev.pawl.engine.store.CommitResult.Committed;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A pooler gives connections away after each transaction: nothing may be left behind on one. */
@ExtendWith(TestDatabases.class)
class PoolerTest {

  private static final String SESSIONS =
      """
      select count(*) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query ilike '%listen%'
      """;

  @Test
  void shouldWorkWithoutSessionState(Database database) throws Exception {
    StoreOptions options = StoreOptions.defaults().withPool(2).withPooler();
    try (PostgresStore store = PostgresStore.open(database, options);
        NodeSession here = store.join("here");
        NodeSession there = store.join("there")) {
      List<ExecutionMetadata> infos = infos(20);
      here.write(0, firstCommits(infos, ON));
      ExecutionMetadata sleeping = Commits.withBusinessKey("sleeping");
      here.write(1, List.of(firstCommit(sleeping, park(0))));
      for (int seq = 2; seq < 10; seq++) {
        int number = seq;
        here.write(0, infos.stream().map(info -> next(info, number, ON)).toList());
      }
      store.inbox().send(sleeping.key(), bytes("hello"), Optional.empty());

      List<ClaimedExecution> woken = there.claim(10);
      there.renew();
      here.write(0, infos.stream().map(info -> next(info, 10, BACK)).toList());

      assertThat(woken).hasSize(1);
      assertThat(woken.getFirst().messages()).hasSize(1);
      assertThat(there.write(0, List.of(next(sleeping, 2, 1, ended()))))
          .containsExactly(Committed.COMMITTED);
      assertThat(store.executions().find(sleeping.key()).orElseThrow().status())
          .isEqualTo(Status.SUCCEEDED);
      List<ClaimedExecution> claimed = there.claim(100);
      assertThat(claimed).hasSize(20).allMatch(one -> one.facts().size() == 10);
      assertThat(prepared(database)).isZero();
    }
  }

  /** Sessions of the store that listen. */
  private static int prepared(Database database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(SESSIONS)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
