package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.schema.Migrations;
import dev.pawl.postgres.schema.SchemaException;
import dev.pawl.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.class)
class MigrationsTest {

  private static final String WAITS_FOR_LONG =
      """
      select count(*) from pg_locks l join pg_database d on d.oid = l.database
       where d.datname = current_database() and l.locktype = 'advisory' and not l.granted
         and clock_timestamp() - l.waitstart > interval '3 s'
      """;

  @Test
  void shouldKnowEveryFile() throws IOException {
    Path folder = Path.of(System.getProperty("pawl.root"), "postgres/src/main/resources");

    try (Stream<Path> files = Files.list(folder.resolve("dev/pawl/postgres/migrations"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(Migrations.FILES);
    }
    for (int i = 0; i < Migrations.FILES.size(); i++) {
      assertThat(Migrations.FILES.get(i)).startsWith("V" + (i + 1) + "__");
    }
  }

  @Test
  void shouldRunEachOnce(Database database) throws SQLException {
    run(database);
    run(database);

    assertThat(count(database, "select count(*) from pawl.migration"))
        .isEqualTo(Migrations.FILES.size());
  }

  @Test
  void shouldRunOnceWhenNodesStartTogether(Database database) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Stream<Future<?>> runs =
          Stream.generate(() -> 0)
              .limit(4)
              .map(
                  ignored ->
                      threads.submit(
                          () -> {
                            run(database);
                            return true;
                          }));
      for (Future<?> one : runs.toList()) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }

    assertThat(count(database, "select count(*) from pawl.migration"))
        .isEqualTo(Migrations.FILES.size());
  }

  @Test
  void shouldWaitForAMigrationLongerThanTheStatementTimeout(Database database) throws Exception {
    TestDatabases.execute(
        database, "alter database %s set statement_timeout = '2s'".formatted(name(database)));
    ExecutorService threads = Executors.newFixedThreadPool(1);
    try (Connection other = database.connect();
        var statement = other.createStatement()) {
      statement.execute("select pg_advisory_lock(hashtext('pawl.migration'))");

      Future<?> waiting =
          threads.submit(
              () -> {
                run(database);
                return true;
              });
      Await.until(
          "a migration that waits for another",
          () -> waiting.isDone() || count(database, WAITS_FOR_LONG) > 0);
      statement.execute("select pg_advisory_unlock(hashtext('pawl.migration'))");

      waiting.get();
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void shouldNotTouchTablesOfOtherApplications(Database database) throws SQLException {
    TestDatabases.execute(database, "create schema pawl; create table pawl.theirs (it int)");

    assertThatThrownBy(() -> run(database))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("not Pawl's");

    assertThat(count(database, "select count(*) from pg_class where relname = 'journal'")).isZero();
  }

  @Test
  void shouldUseAnEmptySchema(Database database) throws SQLException {
    TestDatabases.execute(database, "create schema pawl");

    run(database);

    assertThat(count(database, "select count(*) from pawl.tenant")).isOne();
  }

  @Test
  void shouldRefuseTablesOfANewerRelease(Database database) throws SQLException {
    run(database);
    TestDatabases.execute(
        database, "insert into pawl.migration values (1000, 'V1000__future.sql', 'x')");

    assertThatThrownBy(() -> run(database))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("newer release");
    assertThatThrownBy(() -> check(database)).isInstanceOf(SchemaException.class);
  }

  @Test
  void shouldRefuseTablesOfADifferentMigration(Database database) throws SQLException {
    run(database);
    TestDatabases.execute(
        database, "update pawl.migration set checksum = 'other' where number = 1");

    assertThatThrownBy(() -> run(database))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining(Migrations.FILES.getFirst());
  }

  @Test
  void shouldChangeNothingInCheckMode(Database database) throws SQLException {
    StoreOptions options = StoreOptions.defaults().withTables(StoreOptions.Tables.CHECK);

    assertThatThrownBy(() -> PostgresStore.open(database, options))
        .isInstanceOf(SchemaException.class)
        .hasMessageContaining("migrate first");
    assertThat(count(database, "select count(*) from pg_namespace where nspname = 'pawl'"))
        .isZero();

    run(database);
    PostgresStore.open(database, options).close();
  }

  private static String name(Database database) {
    return database.url().replaceFirst("^.*/", "");
  }

  private static void run(Database database) throws SQLException {
    try (Connection connection = database.connect()) {
      Migrations.run(connection);
    }
  }

  private static void check(Database database) throws SQLException {
    try (Connection connection = database.connect()) {
      Migrations.check(connection);
    }
  }

  private static int count(Database database, String question) throws SQLException {
    try (Connection connection = database.connect();
        var statement = connection.createStatement();
        var rows = statement.executeQuery(question)) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
