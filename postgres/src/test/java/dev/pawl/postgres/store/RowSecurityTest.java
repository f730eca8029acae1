package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.schema.RowSecurity;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whether row-level security is known to be on or off, and what turns it on. On a server of its
 * own, because roles are those of a whole server.
 */
class RowSecurityTest {

  private static final TenantId ONE = new TenantId(1);
  private static final TenantId TWO = new TenantId(2);

  private static final String FLOW =
      """
      insert into pawl.flow (tenant, id, code, name, description, source, format, created_by)
      values (?, gen_random_uuid(), 'code', '', '', '', 'json', '')
      """;

  @TempDir private static Path folder;
  private static EmbeddedPostgres server;

  @BeforeAll
  static void start() {
    server = EmbeddedPostgres.start(folder);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldHideRowsAlsoIfItsUserBypassesRowLevelSecurity() throws SQLException {
    Database database = create("test_0");
    createRole(database);
    Database bypassing = login(database, "bypassing", "bypassrls createrole");
    execute(database, "grant create on database %s to bypassing".formatted(name(database)));
    execute(database, "grant pawl_app to bypassing");

    for (Database user : List.of(bypassing, database)) {
      try (PostgresStore store = PostgresStore.open(user)) {
        RowSecurity security = store.enableRowSecurity();
        TenantDatabase tenanted = store.tenanted(security);
        tenanted.of(ONE).update("delete from pawl.flow");
        tenanted.of(ONE).update(FLOW, 1);

        assertThat(security).isEqualTo(RowSecurity.ON);
        assertThat(tenanted.of(ONE).<Integer>use(RowSecurityTest::count)).isOne();
        assertThat(tenanted.of(TWO).<Integer>use(RowSecurityTest::count)).isZero();
      }
    }
  }

  @Test
  void shouldNotTrustARoleThatIsExemptFromRowLevelSecurity() throws SQLException {
    Database database = create("test_1");
    try (PostgresStore store = PostgresStore.open(database)) {
      store.tenanted(RowSecurityTest::unexpected);
      for (String exemption : List.of("bypassrls", "superuser")) {
        execute(database, "alter role pawl_app " + exemption);
        RowSecurity security = store.enableRowSecurity();

        assertThat(security.isOn()).as(exemption).isFalse();
        assertThat(security.statements())
            .containsExactly("alter role pawl_app nosuperuser nobypassrls;");

        run(database, security.statements());
        assertThat(store.enableRowSecurity()).isEqualTo(RowSecurity.ON);
      }
    }
  }

  @Test
  void shouldNotTrustARoleThatHasTheRightsOfTheOwner() throws SQLException {
    Database database = create("test_2");
    createRole(database);
    Database owner = login(database, "of_tables", "createrole");
    execute(
        database,
        "grant create on database %s to of_tables; grant pawl_app to of_tables"
            .formatted(name(database)));
    try (PostgresStore store = PostgresStore.open(owner)) {
      store.tenanted(RowSecurityTest::unexpected);
      execute(database, "revoke pawl_app from of_tables");
      execute(database, "grant of_tables to pawl_app");

      RowSecurity security = store.enableRowSecurity();
      assertThat(security.statements())
          .containsExactly("revoke of_tables from pawl_app;", "grant pawl_app to of_tables;");

      run(database, security.statements());
      assertThat(store.enableRowSecurity()).isEqualTo(RowSecurity.ON);
    }
  }

  @Test
  void shouldListAllStatementsWhereItChangesNothingItself() throws SQLException {
    Database database = create("test_3");
    createRole(database);
    Database plain = login(database, "checking", "");
    execute(database, "grant create on database %s to checking".formatted(name(database)));
    PostgresStore.open(plain).close();
    StoreOptions check = StoreOptions.defaults().withTables(StoreOptions.Tables.CHECK);

    try (PostgresStore store = PostgresStore.open(plain, check)) {
      RowSecurity security = store.enableRowSecurity();

      assertThat(security.isOn()).isFalse();
      assertThat(security.statements())
          .contains("grant pawl_app to checking;", "grant usage on schema pawl to pawl_app;");

      run(database, security.statements());
      assertThat(store.enableRowSecurity()).isEqualTo(RowSecurity.ON);
    }
  }

  private static void createRole(Database database) throws SQLException {
    execute(
        database,
        "do $$ begin create role pawl_app nologin; exception when duplicate_object then null; end"
            + " $$");
  }

  private static void run(Database database, List<String> statements) throws SQLException {
    for (String statement : statements) {
      execute(database, statement);
    }
  }

  private static void unexpected(String warning) {
    throw new AssertionError(warning);
  }

  private static Database create(String name) throws SQLException {
    Database own = Database.of(server);
    execute(own, "create database " + name);
    return new Database(own.url().replaceFirst("/[^/]*$", "/" + name), own.user(), own.password());
  }

  private static Database login(Database database, String name, String more) throws SQLException {
    execute(database, "create role %s login password 'p' %s".formatted(name, more));
    return new Database(database.url(), name, "p");
  }

  private static String name(Database database) {
    return database.url().replaceFirst("^.*/", "");
  }

  private static void execute(Database database, String text) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(text);
    }
  }

  private static int count(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from pawl.flow")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
