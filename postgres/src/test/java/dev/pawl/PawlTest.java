package dev.pawl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.database.DatabaseUnusableException;
import dev.pawl.postgres.store.TestDatabases;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

@ExtendWith(TestDatabases.class)
class PawlTest {

  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  private static final String HELLO =
      """
      StartAt: Greet
      States:
        Greet: {Type: Task, Resource: greet, End: true}
      """;

  private static final String WAITS =
      """
      StartAt: Wait
      States:
        Wait: {Type: Wait, Event: go, Next: Greet}
        Greet: {Type: Task, Resource: greet, End: true}
      """;

  private static final String ASKS =
      """
      StartAt: Ask
      States:
        Ask:
          Type: Human
          Title: May we?
          Assignees: [ada]
          Outcomes:
            "yes": {Next: Done}
            "no": {Next: Done}
        Done: {Type: Succeed}
      """;

  @TempDir Path folder;

  @Test
  void shouldRunAFlowOnAnEmbeddedServerAndFindItAfterARestart() throws Exception {
    UUID id;
    try (Pawl pawl = Pawl.embedded(folder).handler("greet", call -> Json.of("Hello")).start()) {
      pawl.deploy("hello", HELLO);
      id = pawl.start("hello", JsonObject.EMPTY);
      assertThat(pawl.await(id, TIMEOUT).orElseThrow().output()).contains(Json.of("Hello"));
    }

    try (Pawl pawl = Pawl.embedded(folder).start()) {
      assertThat(pawl.find(id).orElseThrow().status()).isEqualTo(ExecutionStatus.SUCCEEDED);
    }
  }

  @Test
  void shouldRunOnThePoolOfAnApplicationAndReturnItsConnectionsUnchanged(Database database)
      throws Exception {
    try (HikariDataSource pool = pool(database, 12)) {
      pool.setAutoCommit(false);
      try (Pawl pawl = Pawl.on(pool).handler("greet", call -> call.input()).start();
          Connection connection = pool.getConnection()) {
        pawl.deploy("waits", WAITS);

        UUID never = pawl.start(connection, "waits", JsonObject.EMPTY);
        connection.rollback();
        UUID id = pawl.start(connection, "waits", JsonObject.EMPTY);
        connection.commit();
        pawl.signal(connection, id, "go", Json.of("this"));
        connection.commit();

        assertThat(pawl.await(id, TIMEOUT).orElseThrow().output()).contains(Json.of("this"));
        assertThat(pawl.find(never)).isEmpty();
      }

      assertThat(pool.isClosed()).isFalse();
      Await.until(
          "all connections returned", () -> pool.getHikariPoolMXBean().getActiveConnections() == 0);
      List<Connection> all = Stream.generate(() -> open(pool)).limit(12).toList();
      for (Connection one : all) {
        assertThat(one.getAutoCommit()).isFalse();
        assertThat(setting(one, "enable_seqscan")).isEqualTo("on");
        assertThat(setting(one, "plan_cache_mode")).isEqualTo("auto");
        one.close();
      }
    }
  }

  @Test
  void shouldStartAndSignalInTheCallersTransaction(Database database) throws Exception {
    try (Pawl pawl = on(database).handler("greet", call -> call.input()).start();
        Connection connection = pawl.connect()) {
      pawl.deploy("waits", WAITS);
      connection.setAutoCommit(false);

      UUID never = pawl.start(connection, "waits", JsonObject.EMPTY);
      connection.rollback();
      UUID id = pawl.start(connection, "waits", JsonObject.EMPTY);
      connection.commit();
      pawl.signal(connection, id, "go", Json.of("not this"));
      connection.rollback();
      pawl.signal(connection, id, "go", Json.of("this"));
      connection.commit();

      assertThat(pawl.await(id, TIMEOUT).orElseThrow().output()).contains(Json.of("this"));
      assertThat(pawl.find(never)).isEmpty();
    }
  }

  @Test
  void shouldSearchByBusinessKeyLabelAndStatus(Database database) throws Exception {
    try (Pawl pawl = on(database).handler("greet", call -> call.input()).start()) {
      pawl.deploy("waits", WAITS);
      pawl.deploy("hello", HELLO);
      StartOptions options =
          StartOptions.DEFAULT.withBusinessKey("order 7").withLabels(Map.of("city", "Ulm"));
      UUID waiting = pawl.start("waits", JsonObject.EMPTY, options);
      UUID done =
          pawl.start("hello", JsonObject.EMPTY, options.withPriority(ExecutionPriority.LOW));
      pawl.await(done, TIMEOUT);

      ExecutionQuery query = ExecutionQuery.ALL.withBusinessKey("order 7");
      assertThat(ids(pawl.search(query))).containsExactly(done, waiting);
      assertThat(ids(pawl.search(query.withLimit(1).withAfter(done)))).containsExactly(waiting);
      assertThat(ids(pawl.search(query.withStatus(ExecutionStatus.SUCCEEDED))))
          .containsExactly(done);
      assertThat(ids(pawl.search(query.withLabels(Map.of("city", "Bonn"))))).isEmpty();
      assertThatThrownBy(() -> query.withLimit(0)).hasMessageContaining("between 1 and 1000");
    }
  }

  @Test
  void shouldReturnTheFirstExecutionOfAnIdempotencyKey(Database database) {
    try (Pawl pawl = on(database).start()) {
      pawl.deploy("waits", WAITS);
      StartOptions once = StartOptions.DEFAULT.withIdempotencyKey("k1");

      UUID first = pawl.start("waits", JsonObject.EMPTY, once);
      UUID second = pawl.start("waits", JsonObject.EMPTY, once);

      assertThat(second).isEqualTo(first);
    }
  }

  @Test
  void shouldDecidePauseResumeAndCancel(Database database) throws Exception {
    try (Pawl pawl = on(database).start()) {
      pawl.deploy("asks", ASKS);
      UUID id = pawl.start("asks", JsonObject.EMPTY);
      UUID other = pawl.start("asks", JsonObject.EMPTY);
      Await.until("a pending decision", () -> !pawl.pendingDecisions(id).isEmpty());

      PendingDecision open = pawl.pendingDecisions(id).getFirst();
      assertThat(open.outcomes()).containsExactlyInAnyOrder("yes", "no");
      assertThatThrownBy(() -> pawl.decide(id, open.step(), HumanDecision.of("ada", "perhaps")))
          .hasMessageContaining("perhaps");
      assertThatThrownBy(() -> pawl.decide(id, "/Ask#9", HumanDecision.of("ada", "yes")))
          .hasMessageContaining("does not wait for a decision");
      assertThat(pawl.pause(other, "later")).isEqualTo(MessageResult.ACCEPTED);
      Await.until(
          "a paused execution",
          () -> pawl.find(other).orElseThrow().status() == ExecutionStatus.PAUSED);
      assertThat(pawl.resume(other)).isEqualTo(MessageResult.ACCEPTED);
      assertThat(pawl.cancel(other, "not needed")).isEqualTo(MessageResult.ACCEPTED);
      assertThat(pawl.decide(id, open.step(), HumanDecision.of("ada", "yes")))
          .isEqualTo(MessageResult.ACCEPTED);

      assertThat(pawl.await(id, TIMEOUT).orElseThrow().status())
          .isEqualTo(ExecutionStatus.SUCCEEDED);
      assertThat(pawl.await(other, TIMEOUT).orElseThrow().status())
          .isEqualTo(ExecutionStatus.CANCELLED);
      assertThat(pawl.signal(id, "late", JsonObject.EMPTY)).isEqualTo(MessageResult.ENDED);
      assertThat(pawl.signal(new UUID(1, 1), "late", JsonObject.EMPTY))
          .isEqualTo(MessageResult.UNKNOWN);
    }
  }

  @Test
  void shouldRetryFromTheFailure(Database database) throws Exception {
    AtomicBoolean works = new AtomicBoolean();
    try (Pawl pawl =
        on(database)
            .handler(
                "greet",
                call -> {
                  if (works.get()) {
                    return Json.of("Hello");
                  }
                  throw new HandlerException("Greeter.Hoarse", "no voice");
                })
            .start()) {
      pawl.deploy("hello", HELLO);
      UUID failed = pawl.start("hello", JsonObject.EMPTY);
      assertThat(pawl.await(failed, TIMEOUT).orElseThrow().failure().orElseThrow().error())
          .contains("Greeter.Hoarse");
      assertThat(pawl.steps(failed).getFirst().status()).isEqualTo(StepSummary.StepStatus.FAILED);

      works.set(true);
      UUID again = pawl.retryFromFailure(failed);

      assertThat(pawl.await(again, TIMEOUT).orElseThrow().output()).contains(Json.of("Hello"));
      assertThat(ids(pawl.search(ExecutionQuery.ALL.withErrorWords("hoarse"))))
          .containsExactly(failed);
    }
  }

  @Test
  void shouldRefuseNamesAndLabelsBeyondTheirLimits(Database database) throws Exception {
    try (Pawl pawl = on(database).start();
        Connection connection = pawl.connect()) {
      connection.setAutoCommit(false);
      pawl.deploy("waits", WAITS);
      Map<String, String> many = new HashMap<>();
      for (int i = 0; i < 21; i++) {
        many.put("n" + i, "v");
      }

      for (StartOptions bad :
          List.of(
              StartOptions.DEFAULT.withBusinessKey("k".repeat(201)),
              StartOptions.DEFAULT.withBusinessKey("nul \0"),
              StartOptions.DEFAULT.withLabels(Map.of("n".repeat(64), "v")),
              StartOptions.DEFAULT.withLabels(Map.of("n", "v".repeat(201))),
              StartOptions.DEFAULT.withLabels(many))) {
        assertThatThrownBy(() -> pawl.start("waits", JsonObject.EMPTY, bad))
            .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> pawl.start(connection, "waits", JsonObject.EMPTY, bad))
            .isInstanceOf(IllegalArgumentException.class);
      }
      many.remove("n0");
      UUID id =
          pawl.start(
              "waits",
              JsonObject.EMPTY,
              StartOptions.DEFAULT.withBusinessKey("k".repeat(200)).withLabels(many));
      assertThatThrownBy(() -> pawl.signal(id, "e".repeat(201), JsonObject.EMPTY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("at most 200 characters");
      assertThatThrownBy(() -> pawl.signal(connection, id, "e".repeat(201), JsonObject.EMPTY))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void shouldAdviseOnAMissingDatabase() {
    assertThatThrownBy(() -> Pawl.on("postgresql://localhost:1/nobody").start())
        .isInstanceOf(DatabaseUnusableException.class)
        .hasMessageContaining("check host and port");
    assertThatThrownBy(() -> Pawl.builder().start())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("embedded(folder)");
  }

  @Test
  void shouldRefuseATransactionalStartInAutoCommitMode(Database database) throws Exception {
    try (Pawl pawl = on(database).start();
        Connection connection = pawl.connect()) {
      pawl.deploy("hello", HELLO);

      assertThatThrownBy(() -> pawl.start(connection, "hello", JsonObject.EMPTY))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("setAutoCommit(false)");
    }
  }

  @Test
  void shouldAllowASecondClose(Database database) {
    Pawl pawl = on(database).start();

    pawl.close();
    pawl.close();

    assertThatThrownBy(() -> pawl.start("hello", JsonObject.EMPTY)).hasMessageContaining("closed");
  }

  @Test
  void shouldExposeOnlyTypesOfThePublicApi() {
    List<Class<?>> api =
        List.of(
            Pawl.class,
            PawlBuilder.class,
            ExecutionSummary.class,
            ExecutionResult.class,
            ExecutionFailure.class,
            ExecutionQuery.class,
            StartOptions.class,
            StepSummary.class,
            PendingDecision.class,
            HumanDecision.class);

    assertThat(api)
        .allSatisfy(
            type ->
                assertThat(signatures(type).map(Type::getTypeName))
                    .noneMatch(name -> name.contains("dev.pawl.engine"))
                    .noneMatch(name -> name.contains("dev.pawl.postgres")));
  }

  private static Stream<Type> signatures(Class<?> type) {
    Stream<Type> methods =
        Arrays.stream(type.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .flatMap(
                (Method method) ->
                    Stream.concat(
                        Stream.of(method.getGenericReturnType()),
                        Arrays.stream(method.getGenericParameterTypes())));
    Stream<Type> components =
        type.isRecord()
            ? Arrays.stream(type.getRecordComponents()).map(RecordComponent::getGenericType)
            : Stream.of();
    return Stream.concat(methods, components);
  }

  private static PawlBuilder on(Database database) {
    return Pawl.on(
        "%s%suser=%s&password=%s"
            .formatted(
                database.url(),
                database.url().contains("?") ? "&" : "?",
                database.user(),
                database.password()));
  }

  private static HikariDataSource pool(Database database, int size) {
    HikariDataSource pool = new HikariDataSource();
    pool.setJdbcUrl(database.url());
    pool.setUsername(database.user());
    pool.setPassword(database.password());
    pool.setMaximumPoolSize(size);
    return pool;
  }

  private static Connection open(HikariDataSource pool) {
    try {
      return pool.getConnection();
    } catch (SQLException failed) {
      throw new IllegalStateException(failed);
    }
  }

  private static String setting(Connection connection, String name) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("show " + name)) {
      row.next();
      return row.getString(1);
    }
  }

  private static List<UUID> ids(List<ExecutionSummary> found) {
    return found.stream().map(ExecutionSummary::id).toList();
  }
}
