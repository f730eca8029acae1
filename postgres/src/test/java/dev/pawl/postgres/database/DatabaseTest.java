package dev.pawl.postgres.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.postgres.embedded.FreePort;
import java.nio.file.Path;
import java.sql.SQLException;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTest {

  @TempDir static Path folder;
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
  void shouldUseTheEmbeddedServer() {
    assertThat(Database.of(server).check() + ".0").isEqualTo(System.getProperty("pawl.postgres"));
  }

  @Test
  void shouldReportAnUnreachableServer() throws Exception {
    int port = FreePort.find();

    refusal(Database.at("postgresql://u:p@127.0.0.1:" + port + "/d"))
        .contains("127.0.0.1:" + port)
        .contains("whether the server runs")
        .doesNotContain("p@");
  }

  @Test
  void shouldReportAWrongPassword() {
    refusal(new Database(server.url(), server.user(), "wrong")).contains("Check the user and");
    refusal(new Database(server.url(), server.user(), "")).contains("Check the user and");
  }

  @Test
  void shouldReportAMissingDatabase() {
    refusal(onTheServer("missing")).contains("missing", "CREATE DATABASE");
  }

  @Test
  void shouldRefuseADatabaseThatIsNotUnicode() throws Exception {
    execute(
        "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' LOCALE_PROVIDER libc"
            + " TEMPLATE template0");

    refusal(onTheServer("ascii")).contains("SQL_ASCII", "ENCODING 'UTF8'");
  }

  @Test
  void shouldRefuseADatabaseThatCannotBeWritten() throws Exception {
    execute("CREATE DATABASE fixed");
    execute("ALTER DATABASE fixed SET default_transaction_read_only = on");

    refusal(onTheServer("fixed")).contains("standby");
  }

  @Test
  void shouldCompareVersions() {
    Database database = Database.of(server);

    assertThatThrownBy(
            () -> DatabaseCheck.check(database, new ServerVersion(140_012), "UTF8", false))
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("PostgreSQL 14.12")
        .hasMessageContaining("15 to 18");
    for (int number : new int[] {150_000, 180_006, 190_001}) {
      var version = new ServerVersion(number);
      assertThat(DatabaseCheck.check(database, version, "UTF8", false)).isEqualTo(version);
    }
  }

  private static AbstractStringAssert<?> refusal(Database database) {
    return assertThatThrownBy(database::check)
        .isInstanceOf(DatabaseUnusableException.class)
        .message();
  }

  private static Database onTheServer(String name) {
    String url = server.url().replaceFirst("/[a-z]+$", "/" + name);
    return new Database(url, server.user(), server.password());
  }

  private static void execute(String sql) throws SQLException {
    try (var connection = Database.of(server).connect();
        var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
