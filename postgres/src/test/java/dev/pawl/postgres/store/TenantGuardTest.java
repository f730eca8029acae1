package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.schema.SchemaException;
import dev.pawl.sdk.Json;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Isolated;

/** What the database itself keeps apart; numbers are those of the attack tests. */
@ExtendWith(TestDatabases.class)
@Isolated("roles are those of the whole server")
class TenantGuardTest {

  private static final TenantId ONE = new TenantId(1);
  private static final TenantId TWO = new TenantId(2);

  private static final String LACKING =
      """
      select c.relname from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant' and not a.attisdropped
       where c.relnamespace = 'pawl'::regnamespace and c.relkind in ('r', 'p')
         and not (c.relrowsecurity and c.relforcerowsecurity
           and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'
                  and p.polroles = array['pawl_app'::regrole::oid]
                  and pg_get_expr(p.polqual, p.polrelid) like '%pawl.tenant%'
                  and pg_get_expr(p.polwithcheck, p.polrelid) like '%pawl.tenant%')
           and (select count(*) from pg_policy p where p.polrelid = c.oid) = 2)
      """;

  private static final String GUARDED =
      """
      select c.relname from pg_class c
       where c.relnamespace = 'pawl'::regnamespace and c.relforcerowsecurity
      """;

  private static final String FLOW =
      """
      insert into pawl.flow (tenant, id, code, name, description, source, format, created_by)
      values (?, gen_random_uuid(), 'code', '', '', '', 'json', '')
      """;

  private static final String COUNT = "select count(*) from pawl.flow";

  @Test
  void shouldRestrictEveryTenantTableAndItsPartitions(Database database) throws SQLException {
    try (PostgresStore store = PostgresStore.open(database)) {
      store.tenanted(TenantGuardTest::unexpected);

      assertThat(texts(database, LACKING)).isEmpty();
      assertThat(texts(database, GUARDED))
          .contains("execution", "journal", "flow", "api_key")
          .anyMatch(name -> name.startsWith("journal_"));
    }
  }

  @Test
  void shouldRestrictATableCreatedLater(Database database) throws SQLException {
    PostgresStore.open(database).close();
    TestDatabases.execute(database, "create table pawl.later (tenant int not null)");

    try (PostgresStore store = PostgresStore.open(database)) {
      store.tenanted(TenantGuardTest::unexpected);

      assertThat(texts(database, LACKING)).isEmpty();
    }
  }

  @Test
  void shouldShowNoRowsWithoutATenant_4(Database database) throws SQLException {
    try (PostgresStore store = PostgresStore.open(database)) {
      TenantDatabase tenanted = store.tenanted(TenantGuardTest::unexpected);
      tenanted.of(ONE).update(FLOW, 1);
      tenanted.of(TWO).update(FLOW, 2);

      assertThat(tenanted.of(ONE).<Integer>use(TenantGuardTest::count)).isOne();
      assertThat(store.jdbc().<Integer>use(TenantGuardTest::count)).isEqualTo(2);
      int unnamed =
          store
              .jdbc()
              .transact(
                  connection -> {
                    ConnectionTemplate.update(connection, "set local role pawl_app");
                    return count(connection);
                  });
      assertThat(unnamed).isZero();
    }
  }

  @Test
  void shouldNotLetTheDatabaseRoleSwitchRoles_5(Database database) throws SQLException {
    try (PostgresStore store = PostgresStore.open(database)) {
      store.tenanted(TenantGuardTest::unexpected);
      Database guest = login(database, "guest", "in role pawl_app");

      for (String escape :
          List.of(
              "set role " + database.user(),
              "alter table pawl.flow disable row level security",
              "alter table pawl.flow no force row level security",
              "drop policy tenant on pawl.flow",
              "create policy mine on pawl.flow using (true)",
              "alter role pawl_app bypassrls",
              "create table pawl.mine (it int)",
              "select from pawl.tenant",
              "delete from pawl.journal",
              "update pawl.execution set tenant = 1",
              "select pawl.secure_tenant_rows('pawl.flow'::regclass)")) {
        assertThatThrownBy(() -> TestDatabases.execute(guest, escape))
            .as(escape)
            .isInstanceOf(SQLException.class)
            .hasFieldOrPropertyWithValue("SQLState", "42501");
      }
    }
  }

  @Test
  void shouldNotWriteRowsOfAnotherTenant_6(Database database) throws SQLException {
    try (PostgresStore store = PostgresStore.open(database)) {
      TenantDatabase tenanted = store.tenanted(TenantGuardTest::unexpected);
      tenanted.of(TWO).update(FLOW, 2);

      assertThatThrownBy(() -> tenanted.of(ONE).update(FLOW, 2))
          .isInstanceOf(UnavailableException.class)
          .hasStackTraceContaining("row-level security");
      assertThatThrownBy(() -> tenanted.of(TWO).update("update pawl.flow set tenant = 1"))
          .hasStackTraceContaining("row-level security");
      assertThat(tenanted.of(ONE).update("delete from pawl.flow")).isZero();
      assertThat(store.jdbc().<Integer>use(TenantGuardTest::count)).isOne();
    }
  }

  @Test
  void shouldNotKeepSettingsOnTheConnection(Database database) throws SQLException {
    try (PostgresStore store = PostgresStore.open(database, StoreOptions.defaults().withPool(1))) {
      TenantDatabase tenanted = store.tenanted(TenantGuardTest::unexpected);
      tenanted.of(ONE).update(FLOW, 1);

      assertThat(store.jdbc().<Integer>use(TenantGuardTest::count)).isOne();
      assertThat(tenanted.of(TWO).<Integer>use(TenantGuardTest::count)).isZero();
    }
  }

  @Test
  void shouldRestrictASingleQueryToTheTenant(Database database) throws SQLException {
    try (PostgresStore store = PostgresStore.open(database, StoreOptions.defaults().withPool(1))) {
      TenantDatabase tenanted = store.tenanted(TenantGuardTest::unexpected);
      tenanted.of(ONE).update(FLOW, 1);

      for (int turn = 0; turn < 10; turn++) {
        assertThat(asked(tenanted.of(ONE))).isEqualTo("pawl_app sees 1");
        assertThat(asked(tenanted.of(TWO))).isEqualTo("pawl_app sees 0");
        assertThat(asked(store.jdbc())).endsWith(" sees 1").doesNotContain("pawl_app");
      }
      assertThatThrownBy(
              () -> tenanted.of(ONE).ask("select 1 / 0", (none, from) -> {}, answers -> answers))
          .hasStackTraceContaining("division by zero");
      assertThat(asked(store.jdbc())).endsWith(" sees 1").doesNotContain("pawl_app");
    }
  }

  private static String asked(ConnectionTemplate jdbc) {
    return jdbc.ask(
        "select current_user || ' sees ' || count(*) from pawl.flow where code <> ?",
        (question, from) -> question.setString(from, "none"),
        answers -> {
          ResultSet row = answers.getResultSet();
          row.next();
          return row.getString(1);
        });
  }

  @Test
  void shouldRunAsAUserWithoutSuperuserAndCreateRole(Database database) throws Exception {
    Database plain = login(database, "plain", "");
    TestDatabases.execute(database, "grant create on database %s to plain".formatted(name(plain)));
    List<String> warnings = new ArrayList<>();

    try (PostgresNode pawl =
        PostgresNode.on(plain).handler("work", call -> Json.of("done")).start()) {
      pawl.deploy(
          "one",
          "{\"StartAt\":\"A\",\"States\":{\"A\":{\"Type\":\"Task\",\"Resource\":\"work\",\"End\":true}}}");
      assertThat(pawl.run("one", Json.of(1), Duration.ofSeconds(30))).isPresent();
      pawl.store().tenanted(warnings::add).of(ONE).update(FLOW, 1);
    }

    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("run: grant pawl_app to plain; Then start Pawl again.");
    TestDatabases.execute(database, "grant pawl_app to plain");
    try (PostgresNode pawl = PostgresNode.on(plain).start()) {
      TenantDatabase tenanted = pawl.store().tenanted(TenantGuardTest::unexpected);
      assertThat(tenanted.of(TWO).<Integer>use(TenantGuardTest::count)).isZero();
      assertThat(tenanted.of(ONE).<Integer>use(TenantGuardTest::count)).isOne();
    }
  }

  @Test
  void shouldRefuseAUserThatCannotSeeAllRows(Database database) throws SQLException {
    PostgresStore.open(database).close();
    Database blind = login(database, "blind", "");
    TestDatabases.execute(
        database,
        "grant usage on schema pawl to blind; grant all on all tables in schema pawl to blind");

    assertThatThrownBy(
            () ->
                PostgresStore.open(
                    blind, StoreOptions.defaults().withTables(StoreOptions.Tables.CHECK)))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("grant " + database.user() + " to blind");
  }

  @Test
  void shouldCreateTheRoleOnceWhenManyStartTogether(Database database) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Integer>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starts.add(
            threads.submit(
                () -> {
                  try (PostgresStore store = PostgresStore.open(database)) {
                    return store
                        .tenanted(TenantGuardTest::unexpected)
                        .of(ONE)
                        .use(TenantGuardTest::count);
                  }
                }));
      }
      for (Future<Integer> start : starts) {
        assertThat(start.get()).isZero();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void unexpected(String warning) {
    throw new AssertionError(warning);
  }

  private static Database login(Database database, String name, String more) throws SQLException {
    TestDatabases.execute(
        database,
        "drop role if exists %1$s; create role %1$s login password 'p' %2$s".formatted(name, more));
    return new Database(database.url(), name, "p");
  }

  private static String name(Database database) {
    return database.url().replaceFirst("^.*/", "");
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(COUNT)) {
      rows.next();
      return rows.getInt(1);
    }
  }

  private static List<String> texts(Database database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      List<String> texts = new ArrayList<>();
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
      return texts;
    }
  }
}
