package dev.pawl.postgres.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedPostgresTest {

  private static final String RUNNING =
      "SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%generate_series(1, 1%'"
          + " AND state = 'active' AND pid <> pg_backend_pid()";

  @TempDir static Path folder;
  private static EmbeddedPostgres server;
  private static TestTable rows;

  @BeforeAll
  static void start() {
    server =
        EmbeddedPostgres.start(
            folder, EmbeddedOptions.defaults().withSetting("shared_buffers", "48MB"));
    rows = TestTable.in(server);
  }

  @AfterAll
  static void stop() {
    server.close();
    ProcessExit.await(server.pid());
  }

  @Test
  void shouldRestartOnTheSamePortAfterItsPostmasterIsKilled() throws Exception {
    rows.add();
    int before = rows.count();
    long killed = server.pid();

    ProcessHandle.of(killed).orElseThrow().destroyForcibly();
    ProcessExit.await(killed);

    Await.untilSuccess("the rows that were there", () -> rows.count() == before);
    assertThat(server.pid()).isNotEqualTo(killed);
  }

  @Test
  void shouldNotWaitForABusyConnectionOfAKilledServer() throws Exception {
    rows.add();
    int before = rows.count();
    long killed = server.pid();
    try (var connection = rows.connect();
        var statement = connection.createStatement()) {
      var busy = new CompletableFuture<String>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  statement.execute("SELECT count(*) FROM generate_series(1, 100000000000)");
                  busy.complete("it came to its end");
                } catch (SQLException lost) {
                  busy.complete(lost.getMessage());
                }
              });
      Await.untilSuccess("a query that runs", () -> rows.ask(RUNNING).equals("1"));

      ProcessHandle.of(killed).orElseThrow().destroyForcibly();

      Await.untilSuccess(
          "the rows that were there, on another server",
          () -> rows.count() == before && server.pid() != killed);
      assertThat(busy.get(30, TimeUnit.SECONDS)).contains("I/O error");
    }
  }

  @Test
  void shouldRestartAfterItsWatchdogIsKilled() throws Exception {
    rows.add();
    int before = rows.count();
    long orphan = server.pid();
    ProcessHandle watchdog = ProcessHandle.of(orphan).flatMap(ProcessHandle::parent).orElseThrow();

    watchdog.destroyForcibly();
    ProcessExit.await(orphan);

    Await.untilSuccess("the rows that were there", () -> rows.count() == before);
  }

  @Test
  void shouldRequireThePassword() {
    assertThatThrownBy(() -> new TestTable(server.url(), server.user(), "").connect())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("requested SCRAM-based authentication");
    assertThatThrownBy(() -> new TestTable(server.url(), server.user(), "guessed").connect())
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("password authentication failed");
    assertThat(server.url()).doesNotContain(server.password());
  }

  @Test
  void shouldRestrictItsFolderToItsOwner() throws Exception {
    for (String file : new String[] {"password", "server.log"}) {
      assertThat(Files.getPosixFilePermissions(folder.resolve(file)))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
    }
    assertThat(Files.getPosixFilePermissions(folder.resolve("data")))
        .isEqualTo(PosixFilePermissions.fromString("rwx------"));
  }

  @Test
  void shouldBeDurableAndListenOnLoopbackOnly() throws Exception {
    assertThat(rows.ask("SHOW fsync")).isEqualTo("on");
    assertThat(rows.ask("SHOW synchronous_commit")).isEqualTo("on");
    assertThat(rows.ask("SHOW full_page_writes")).isEqualTo("on");
    assertThat(rows.ask("SHOW data_checksums")).isEqualTo("on");
    assertThat(rows.ask("SHOW listen_addresses")).isEqualTo("127.0.0.1");
    assertThat(rows.ask("SHOW unix_socket_directories")).isEmpty();
    assertThat(rows.ask("SHOW server_encoding")).isEqualTo("UTF8");
  }

  @Test
  void shouldPreferGivenSettingsToDefaults() throws Exception {
    assertThat(rows.ask("SHOW shared_buffers")).isEqualTo("48MB");
    assertThat(rows.ask("SHOW max_connections")).isEqualTo("60");
  }

  @Test
  void shouldRefuseSettingsThatReduceDurability() {
    assertThatThrownBy(() -> EmbeddedOptions.defaults().withSetting("fsync", "off"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("fsync");
  }

  @Test
  void shouldRefuseASecondServerInTheSameFolder() throws Exception {
    assertThatThrownBy(() -> EmbeddedPostgres.start(folder))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("in use")
        .hasMessageContaining(folder.toRealPath().toString());

    try (ServerChild child = ServerChild.start(folder)) {
      assertThat(child.answer())
          .startsWith("REFUSED")
          .contains("in use", folder.toRealPath().toString())
          .contains("process " + ProcessHandle.current().pid());
    }
  }

  @Test
  void shouldReportThatAnotherVersionWroteTheFolder(@TempDir Path old) throws Exception {
    Files.createDirectory(old.resolve("data"));
    Files.writeString(old.resolve("data/PG_VERSION"), "14\n");

    assertThatThrownBy(() -> EmbeddedPostgres.start(old))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("written by PostgreSQL 14");
    assertThat(old.resolve("owner")).doesNotExist();
  }

  @Test
  void shouldNotChangeTheDataOfAnotherServer(@TempDir Path foreign) throws Exception {
    Files.writeString(foreign.resolve("PG_VERSION"), "18\n");

    assertThatThrownBy(() -> EmbeddedPostgres.start(foreign))
        .isInstanceOf(EmbeddedPostgresException.class)
        .hasMessageContaining("another PostgreSQL server");
    assertThat(foreign.resolve("owner.lock")).doesNotExist();
  }
}
