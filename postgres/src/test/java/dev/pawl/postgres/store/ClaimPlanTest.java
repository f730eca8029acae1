package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.claim.ClaimRunnable;
import dev.pawl.postgres.claim.ReleaseDead;
import dev.pawl.postgres.claim.RingTimers;
import dev.pawl.postgres.connection.Connections;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A claim reads what it takes and no more, however many executions wait. */
@ExtendWith(TestDatabases.Migrated.class)
class ClaimPlanTest {

  private static final String INSERT_MANY =
      """
      insert into pawl.execution (tenant, id, flow, version, depth, priority, queue, wake_at, owner)
      select 1 + n %% 7, gen_random_uuid(), 'order', 1, 0, n %% 4, case when %1$s then 100 else n %% 4 end,
             case when %2$s then null else now() + n * interval '1 s' end,
             case when %2$s then 1 + n %% 2 end
        from generate_series(1, 30000) n
      """;

  private Database database;
  private PostgresStore store;

  @BeforeEach
  void open(Database fresh) {
    database = fresh;
    store = PostgresStore.open(fresh, StoreOptions.defaults().withPool(2));
  }

  @AfterEach
  void close() {
    store.close();
  }

  static Stream<String> statements() {
    return Stream.of(ClaimRunnable.CLAIM, RingTimers.WAKE_DUE, ReleaseDead.RELEASE);
  }

  @ParameterizedTest
  @MethodSource("statements")
  void shouldReadAlongAnIndex(String text) throws SQLException {
    TestDatabases.execute(database, INSERT_MANY.formatted("n % 3 = 0", "n % 3 = 1"));

    assertThat(plan(text)).noneMatch(line -> line.contains("Seq Scan on execution"));
    assertThat(locking(plan(text))).noneMatch(line -> line.contains("Sort"));
    TestDatabases.execute(database, "analyze pawl.execution");
    assertThat(plan(text)).noneMatch(line -> line.contains("Seq Scan on execution"));
    assertThat(locking(plan(text)))
        .noneMatch(line -> line.contains("Sort"))
        .anyMatch(line -> line.matches(".*Index.* Scan using execution_(queue|owner) .*"));
  }

  /** What stands below the node that locks rows: where they are looked for. */
  private static List<String> locking(List<String> plan) {
    List<String> below = new ArrayList<>();
    int depth = -1;
    for (String line : plan) {
      int indent = line.length() - line.stripLeading().length();
      if (line.contains("LockRows")) {
        depth = indent;
      } else if (depth >= 0 && indent <= depth) {
        depth = -1;
      }
      if (depth >= 0) {
        below.add(line);
      }
    }
    assertThat(below).isNotEmpty();
    return below;
  }

  private List<String> plan(String text) throws SQLException {
    Connections connections = new Connections(database, StoreOptions.defaults().withPool(1));
    try (Connection connection = connections.openDedicated();
        Statement statement = connection.createStatement()) {
      String numbered = text;
      int parameters = 0;
      while (numbered.contains("?")) {
        numbered = numbered.replaceFirst("\\?", "\\$" + ++parameters);
      }
      statement.execute("prepare asked as " + numbered);
      String values = String.join(", ", java.util.Collections.nCopies(parameters, "null"));
      List<String> plan = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery("explain execute asked(" + values + ")")) {
        while (rows.next()) {
          plan.add(rows.getString(1));
        }
      }
      return plan;
    } finally {
      connections.close();
    }
  }

  @Test
  void shouldTakeByPriorityAndInTurnsOfTenants() throws Exception {
    try (NodeSession here = store.join("here")) {
      var critical = Commits.urgent(Commits.OURS, Priority.CRITICAL);
      var others = new TenantId(2);
      var batch = new ArrayList<>(Commits.firstCommits(Commits.infos(300), Commits.BACK));
      var few = Stream.generate(() -> Commits.urgent(others, Priority.NORMAL)).limit(3).toList();
      batch.addAll(Commits.firstCommits(few, Commits.BACK));
      batch.add(Commits.firstCommit(critical, Commits.BACK));
      here.write(0, batch);

      var taken = Commits.keys(here.claim(20));

      assertThat(taken.getFirst()).isEqualTo(critical.key());
      assertThat(taken).containsAll(few.stream().map(info -> info.key()).toList());
    }
  }
}
