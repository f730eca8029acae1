package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.testkit.Await;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Taking reads no more than it takes, and locks of others hide no offer that is there. */
@ExtendWith(TestDatabases.Migrated.class)
class OfferLocksTest {

  private static final String INSERT_MANY =
      """
      insert into pawl.offer (tenant, attempt, execution, priority, step, resource, flow, input,
                              offered_at)
      select 1, 1, gen_random_uuid(), n % 4, '/@1', 'work ' || n % 20, 'order', '{}',
             now() + n * interval '1 ms'
        from generate_series(1, 20000) n
      """;

  private static final String ONE =
      """
      insert into pawl.offer (tenant, attempt, execution, priority, step, resource, flow, input)
      values (1, 1, '%s', %d, '/@1', '%s', 'order', '{}')
      """;

  private static final Offers.WorkerRef ANN = new Offers.WorkerRef("ann", Duration.ofMinutes(1));

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

  private Offer.Key offered(int priority, String resource) throws SQLException {
    UUID id = UUID.randomUUID();
    TestDatabases.execute(database, ONE.formatted(id, priority, resource));
    return new Offer.Key(
        new ExecutionKey(TenantId.DEFAULT, new ExecutionId(id)), new StepId(FrameId.ROOT, 1), 1);
  }

  private List<Offer.Key> take(int max, String... resources) {
    return store.offers().take(TenantId.DEFAULT, List.of(resources), max, ANN).stream()
        .map(taken -> taken.offer().key())
        .toList();
  }

  private interface SqlAction {
    void run() throws SQLException;
  }

  /** Does something while all offers of a resource are locked, as by another's statement. */
  private void locked(String resource, SqlAction action) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute(
          "select 1 from pawl.offer where resource = '%s' for update".formatted(resource));
      action.run();
      connection.rollback();
    }
  }

  @Test
  void shouldReadTheLeaseOfALockedOffer() throws SQLException {
    Offer.Key key = offered(2, "mail");
    take(1, "mail");
    Offers.LeaseSignal sign = new Offers.LeaseSignal(key, Optional.empty());

    locked("mail", () -> assertThat(store.offers().renew(List.of(sign), ANN)).hasSize(1));
  }

  @Test
  void shouldAcceptAnAnswerToAnOfferWhoseLeaseIsBeingRenewed() throws Exception {
    Offer.Key key = offered(2, "mail");
    take(1, "mail");
    Offers.OfferAnswer answer = new Offers.OfferAnswer(key, "yes");

    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("update pawl.offer set lease_until = now() + interval '1 hour'");
      FutureTask<List<Offers.LeaseRenewal>> accepted =
          new FutureTask<>(() -> store.offers().accept(List.of(answer), ANN));
      Thread.startVirtualThread(accepted);
      Await.until("the answer waits for the lock", () -> isWaitedForByOffers());
      connection.commit();

      assertThat(accepted.get()).extracting(Offers.LeaseRenewal::key).containsExactly(key);
    }
  }

  private boolean isWaitedForByOffers() throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                """
                select 1 from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock'
                   and query like '%update pawl.offer%'
                """)) {
      return row.next();
    }
  }

  @Test
  void shouldClaimOthersWhileTheMostUrgentAreLocked() throws SQLException {
    offered(0, "fax");
    offered(0, "fax");
    Offer.Key inbox = offered(2, "mail");

    locked("fax", () -> assertThat(take(1, "fax", "mail")).containsExactly(inbox));
  }

  @Test
  void shouldReadAlongAnIndex() throws SQLException {
    TestDatabases.execute(database, INSERT_MANY);

    for (String resources : List.of("work 3", "work 3,work 4,none")) {
      assertThat(plan(resources))
          .noneMatch(line -> line.contains("Seq Scan on offer"))
          .filteredOn(line -> line.contains("offer_free") && !line.contains("never executed"))
          .isNotEmpty()
          .noneMatch(line -> line.matches(".*rows=[0-9]{3}.*"));
    }
    TestDatabases.execute(database, "analyze pawl.offer");
    assertThat(plan("work 3,work 4,none")).noneMatch(line -> line.contains("Seq Scan on offer"));
  }

  private List<String> plan(String resources) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      String numbered = PostgresOffers.LEASE;
      for (int parameter = 1; numbered.contains("?"); parameter++) {
        numbered = numbered.replaceFirst("\\?", "\\$" + parameter);
      }
      statement.execute("set plan_cache_mode = force_generic_plan");
      statement.execute("prepare asked as " + numbered);
      String call =
          "explain (analyze, costs off, timing off) "
              + "execute asked('{%s}', '{}', 1, 50, 50, 50, 1, 50, 'ann', 1000)";
      List<String> plan = new ArrayList<>();
      try (ResultSet rows = statement.executeQuery(call.formatted(resources))) {
        while (rows.next()) {
          plan.add(rows.getString(1));
        }
      }
      return plan;
    }
  }
}
