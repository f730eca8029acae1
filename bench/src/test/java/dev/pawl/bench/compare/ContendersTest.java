package dev.pawl.bench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.peers.Database;
import dev.pawl.peers.Workload;
import dev.pawl.sdk.Json;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All that take part still do what they are asked, in processes of their own. */
class ContendersTest {

  @TempDir static Path folder;
  private static Server server;

  @BeforeAll
  static void start() {
    server = Server.start(folder.resolve("postgres"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<Contender> contenders() {
    return Stream.concat(Contender.all().stream(), Stream.of(Contender.raw()));
  }

  @ParameterizedTest
  @MethodSource("contenders")
  void shouldFinishExecutions(Contender contender) {
    Database database = server.freshDatabase();

    try (Child child = Child.start(contender, folder)) {
      child.ask("open", database.url(), database.user(), database.password());

      assertThat(child.ask("times", Workload.W1, 3).get("executions")).contains(Json.of(3));

      child.ask("close");
    }
    server.drop(database);
  }

  @Test
  void shouldKnowTheVersionsOfTheOthers() {
    List<String> titles = Contender.all().stream().map(Contender::title).toList();

    assertThat(titles).noneMatch(title -> title.contains("?"));
  }

  @Test
  void shouldPutSleepersAndHistoryBesideExecutionsThatRun() throws Exception {
    Database database = server.freshDatabase();
    PawlEngine engine = new PawlEngine();
    engine.open(database);
    engine.execute(Workload.W1);
    engine.close();

    PawlFilling.fill(database, 100, 1_000);
    engine.open(database);
    engine.execute(Workload.W1);
    engine.close();

    assertThat(count(database, "pawl.execution where owner is null")).isEqualTo(100);
    assertThat(count(database, "pawl.journal")).isBetween(980L, 1_020L);
    assertThat(count(database, "pawl.finished")).isGreaterThan(100);
    server.drop(database);
  }

  private static long count(Database database, String rows) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("select count(*) from " + rows)) {
      row.next();
      return row.getLong(1);
    }
  }
}
