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

/** Checks that every engine still runs every workload in its own process. */
class ComparedEnginesTest {

  @TempDir static Path folder;
  private static BenchmarkServer server;

  @BeforeAll
  static void start() {
    server = BenchmarkServer.start(folder.resolve("postgres"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  static Stream<ComparedEngine> contenders() {
    return Stream.concat(ComparedEngine.all().stream(), Stream.of(ComparedEngine.raw()));
  }

  @ParameterizedTest
  @MethodSource("contenders")
  void shouldFinishExecutions(ComparedEngine contender) {
    Database database = server.freshDatabase();

    try (EngineProcess child = EngineProcess.start(contender, folder)) {
      child.request("open", database.url(), database.user(), database.password());

      assertThat(child.request("times", Workload.W1, 3).get("executions")).contains(Json.of(3));

      child.request("close");
    }
    server.drop(database);
  }

  @Test
  void shouldKnowTheVersionsOfAllEngines() {
    List<String> titles = ComparedEngine.all().stream().map(ComparedEngine::title).toList();

    assertThat(titles).noneMatch(title -> title.contains("?"));
  }

  @Test
  void shouldFillTheDatabaseWithParkedAndFinishedExecutions() throws Exception {
    Database database = server.freshDatabase();
    PawlEngine engine = new PawlEngine();
    engine.open(database);
    engine.execute(Workload.W1);
    engine.close();

    DatabaseFiller.fill(database, 100, 1_000);
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
