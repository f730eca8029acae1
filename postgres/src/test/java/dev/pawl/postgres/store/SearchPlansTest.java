package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Status;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Executions.Criteria;
import dev.pawl.engine.store.Executions.Page;
import dev.pawl.engine.store.Executions.ParentFilter;
import dev.pawl.engine.store.Executions.Span;
import dev.pawl.engine.store.Executions.Summary;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.query.ExecutionSearch;
import dev.pawl.postgres.query.PostgresExecutions;
import dev.pawl.postgres.schema.Partitions;
import dev.pawl.postgres.schema.TenantGuard;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each way to look for executions goes by an index, however many there are. */
class SearchPlansTest {

  private static final Optional<ExecutionKey> FROM_THE_NEWEST = Optional.empty();

  // Two tenants; a few of each kind among many that succeeded or wait.
  private static final String FINISHED =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status,
                                 flow, business_key, labels, error, cause)
      select 1 + i %% 2, 1, now(), now(), (lpad(to_hex(%1$d + i), 12, '0') || '7000'
               || lpad(to_hex((x'8000'::bigint << 48) + i), 16, '0'))::uuid,
             2, 0, case when i %% 100 = 0 then 'FAILED' else 'SUCCEEDED' end,
             'flow ' || i %% 50, 'key ' || i, jsonb_build_object('city', 'city ' || i %% 500),
             case when i %% 100 = 0 then 'Error.N' || i end,
             case when i %% 100 = 0 then 'something number ' || i || ' broke' end
        from generate_series(1, %2$d) i
      """;

  private static final String LIVE =
      """
      insert into pawl.execution (tenant, version, id, priority, depth, queue, owner, wake_at, paused,
                                  flow, business_key, labels, waits_for)
      select 1 + i %% 2, 1, (lpad(to_hex(%1$d + i), 12, '0') || '7001'
               || lpad(to_hex((x'8000'::bigint << 48) + i), 16, '0'))::uuid,
             2, 0, case when i %% 50 = 0 then 2 else 100 end, case when i %% 100 = 0 then 7 end,
             case when i %% 100 <> 0 then now() end, i %% 1000 = 1,
             'flow ' || i %% 50, 'key ' || i, jsonb_build_object('city', 'city ' || i %% 500),
             'event'
        from generate_series(1, %2$d) i
      """;

  // One distributed Map: newer than all the others, half of its items failed.
  private static final String CHILDREN =
      """
      insert into pawl.finished (tenant, version, started_at, ended_at, id, priority, depth, status,
                                 flow, business_key, error, cause, parent, parent_step, parent_number,
                                 reply)
      select 1, 1, now(), now(), (lpad(to_hex(%1$d + i), 12, '0') || '7002'
               || lpad(to_hex((x'8000'::bigint << 48) + i), 16, '0'))::uuid,
             2, 0, case when i %% 2 = 0 then 'FAILED' else 'SUCCEEDED' end,
             'flow 8', 'key 88', case when i %% 2 = 0 then 'Error.N100' end,
             case when i %% 2 = 0 then 'something broke' end, '%2$s', '/@1', i, 0
        from generate_series(1, 20000) i
      """;

  private static final UUID PARENT = new UUID(1, 2);

  @TempDir static Path folder;
  private static TestServer server;

  @BeforeAll
  static void fill() throws SQLException {
    server = TestServer.start(folder);
    Instant today = server.today().truncatedTo(ChronoUnit.DAYS).plus(Duration.ofHours(12));
    for (int days = 0; days < 3; days++) {
      long millis = today.minus(Duration.ofDays(days)).toEpochMilli();
      server.run(FINISHED.formatted(millis, 10_000));
    }
    server.run(LIVE.formatted(today.toEpochMilli(), 10_000));
    server.run(CHILDREN.formatted(today.plus(Duration.ofHours(1)).toEpochMilli(), PARENT));
    // As the server does by itself from time to time.
    server.run("vacuum analyze pawl.finished");
    server.run("vacuum analyze pawl.execution");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  record Question(String name, Criteria criteria, Optional<ExecutionKey> after) {
    @Override
    public String toString() {
      return name;
    }
  }

  static List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    questions.add(new Question("anything", new Draft().criteria(), FROM_THE_NEWEST));
    ExecutionKey key =
        new ExecutionKey(
            TenantId.DEFAULT,
            new ExecutionId(Partitions.first(Instant.now().minus(Duration.ofHours(30)))));
    questions.add(new Question("next page", new Draft().criteria(), Optional.of(key)));
    Criteria any = Criteria.ANY;
    Criteria tests =
        new Criteria(
            any.flow(),
            Optional.empty(),
            any.businessKey(),
            any.labels(),
            any.error(),
            any.started(),
            Optional.of(true));
    questions.add(new Question("tests", tests, FROM_THE_NEWEST));
    for (String flow : List.of("flow 7", "no such flow")) {
      questions.add(question(flow, new Draft().flow(flow)));
    }
    for (Status status : Status.values()) {
      questions.add(question(status.name(), new Draft().status(status)));
    }
    questions.add(question("business key", new Draft().businessKey("key 77")));
    questions.add(question("labels", new Draft().labels(Map.of("city", "city 77"))));
    questions.add(question("error", new Draft().error("broke n100")));
    Instant from = Instant.now().minus(Duration.ofHours(40));
    Span span = new Span(Optional.of(from), Optional.of(from.plus(Duration.ofHours(3))));
    questions.add(question("time", new Draft().started(span)));
    questions.add(question("flow and status", new Draft().flow("flow 0").status(Status.FAILED)));
    for (Question top : List.copyOf(questions)) {
      for (ParentFilter parent :
          List.of(ParentFilter.Any.ANY, new ParentFilter.ChildrenOf(new ExecutionId(PARENT)))) {
        questions.add(new Question(top.name + ", " + parent, of(top.criteria, parent), top.after));
      }
    }
    return questions;
  }

  private static Criteria of(Criteria criteria, ParentFilter parent) {
    return new Criteria(
        criteria.flow(),
        criteria.statuses(),
        criteria.businessKey(),
        criteria.labels(),
        criteria.error(),
        criteria.started(),
        criteria.test(),
        parent,
        criteria.details());
  }

  private static Question question(String name, Draft draft) {
    return new Question(name, draft.criteria(), FROM_THE_NEWEST);
  }

  @ParameterizedTest
  @MethodSource("questions")
  void shouldNotScanWholeTables(Question question) throws SQLException {
    try (Connection connection = server.connect()) {
      List<String> plan =
          ExecutionSearch.of(TenantId.DEFAULT, question.criteria, new Page(50, question.after))
              .plan(connection);

      assertThat(plan).isNotEmpty().noneMatch(line -> line.contains("Seq Scan"));
    }
  }

  @ParameterizedTest
  @MethodSource("questions")
  void shouldNotReadPastTheChildrenOfADistributedMap(Question question) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      Criteria criteria = of(question.criteria, ParentFilter.TopLevel.TOP_LEVEL);
      Page page = new Page(50, question.after);
      // Plans are made for the values, as searches do it.
      statement.execute("set plan_cache_mode = force_custom_plan");

      long passedOver =
          ExecutionSearch.of(TenantId.DEFAULT, criteria, page).plan(connection, true).stream()
              .filter(line -> line.contains("Rows Removed"))
              .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
              .sum();

      assertThat(passedOver).isLessThan(12_000);
    }
  }

  @Test
  void shouldListChildrenOfOneParentOnly() {
    PostgresExecutions executions =
        new PostgresExecutions(TenantDatabase.unguarded(new ConnectionTemplate(server::connect)));
    Page page = new Page(50, FROM_THE_NEWEST);
    Criteria children = of(Criteria.ANY, new ParentFilter.ChildrenOf(new ExecutionId(PARENT)));

    assertThat(executions.search(TenantId.DEFAULT, children, page))
        .hasSize(50)
        .allMatch(found -> found.info().parent().orElseThrow().id().value().equals(PARENT));
    assertThat(executions.search(TenantId.DEFAULT, new Draft().criteria(), page))
        .hasSize(50)
        .allMatch(found -> found.info().parent().isEmpty());
  }

  @Test
  void shouldFindOneByItsKey() throws SQLException {
    try (Connection connection = server.connect()) {
      ExecutionSearch any =
          ExecutionSearch.of(TenantId.DEFAULT, Criteria.ANY, new Page(1, Optional.empty()));
      ExecutionKey key = any.run(connection).getFirst().info().key();

      ExecutionSearch search = ExecutionSearch.of(key);

      assertThat(search.run(connection)).hasSize(1);
      assertThat(search.plan(connection)).noneMatch(line -> line.contains("Seq Scan"));
    }
  }

  @Test
  void shouldMergeLiveAndFinishedExecutionsForAllCriteria() throws SQLException {
    PostgresExecutions executions =
        new PostgresExecutions(TenantDatabase.unguarded(new ConnectionTemplate(server::connect)));

    List<Summary> found =
        executions.search(
            TenantId.DEFAULT,
            new Draft().labels(Map.of("city", "city 78")).criteria(),
            new Page(1000, Optional.empty()));

    // Of 500 cities, in four times 10,000 rows.
    assertThat(found).hasSize(80);
    assertThat(found.stream().filter(one -> one.standing().isPresent())).hasSize(20);
  }

  @Test
  void shouldFindTheSameUnderRowLevelSecurity() throws SQLException {
    PostgresExecutions engine =
        new PostgresExecutions(TenantDatabase.unguarded(new ConnectionTemplate(server::connect)));
    PostgresExecutions api = new PostgresExecutions(guarded());
    for (Draft draft :
        List.of(
            new Draft().labels(Map.of("city", "city 78")),
            new Draft().labels(Map.of("city", "city 78")).status(Status.FAILED),
            new Draft().error("broke"),
            new Draft().error("broke n100").labels(Map.of("city", "city 100")),
            new Draft().labels(Map.of("city", "nowhere")))) {
      for (int limit : new int[] {1, 50, 1000}) {
        Page page = new Page(limit, Optional.empty());

        assertThat(api.search(TenantId.DEFAULT, draft.criteria(), page))
            .isEqualTo(engine.search(TenantId.DEFAULT, draft.criteria(), page));
      }
    }
    assertThat(
            api.search(
                TenantId.DEFAULT,
                new Draft().error("broke").criteria(),
                new Page(1000, FROM_THE_NEWEST)))
        .hasSizeGreaterThan(100);
  }

  private static TenantDatabase guarded() throws SQLException {
    try (Connection connection = server.connect()) {
      if (!TenantGuard.inspect(connection, true).isOn()) {
        TenantGuard.enableRole(connection);
      }
    }
    return TenantDatabase.guarded(server::connect);
  }

  @ParameterizedTest
  @ValueSource(strings = {"labels", "words"})
  void shouldLookMarksUpInTheirIndexUnderRowLevelSecurity(String mark) throws SQLException {
    guarded();
    StringBuilder plan = new StringBuilder();
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      // Plans of statements within a function are reported by auto_explain only.
      statement.execute("load 'auto_explain'");
      statement.execute("set auto_explain.log_min_duration = 0");
      statement.execute("set auto_explain.log_nested_statements = on");
      statement.execute("set client_min_messages = log");
      connection.setAutoCommit(false);
      statement.execute("set local role pawl_app; set local pawl.tenant = '1'");
      statement.clearWarnings();
      statement.executeQuery(
          "select pawl.search_ids(1, %s, %s, '00000000-0000-0000-0000-000000000000',"
                  .formatted(
                      mark.equals("labels") ? "'{\"city\": \"city 77\"}'" : "null",
                      mark.equals("words") ? "'broke n100'" : "null")
              + " 'ffffffff-ffff-ffff-ffff-ffffffffffff', 500)");
      for (SQLWarning told = statement.getWarnings(); told != null; told = told.getNextWarning()) {
        plan.append(told.getMessage()).append('\n');
      }
      connection.rollback();
    }

    assertThat(plan.toString())
        .contains("Bitmap Index Scan", mark.equals("labels") ? "labels" : "pawl.search_words")
        .doesNotContain("Seq Scan");
  }

  @Test
  void shouldFindLabelledExecutionsOfItsOwnTenantOnly() throws SQLException {
    guarded();
    String question =
        "select count(*) from pawl.search_ids(%d, '{\"city\": \"city 77\"}', null,"
            + " '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff', 9)";
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("set local role pawl_app; set local pawl.tenant = '2'");

      assertThat(count(statement, question.formatted(2))).isEqualTo(9);
      assertThat(count(statement, question.formatted(1))).isZero();
      connection.rollback();
      statement.execute("set local role pawl_app");
      assertThat(count(statement, question.formatted(2))).isZero();
      connection.rollback();
    }
  }

  private static int count(Statement statement, String question) throws SQLException {
    try (ResultSet row = statement.executeQuery(question)) {
      row.next();
      return row.getInt(1);
    }
  }

  /** Criteria, one after the other. */
  private record Draft(
      Optional<String> flow,
      Optional<Status> status,
      Optional<String> businessKey,
      Map<String, String> labels,
      Optional<String> error,
      Span started) {

    Draft() {
      this(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Map.of(),
          Optional.empty(),
          Span.ALWAYS);
    }

    Draft flow(String is) {
      return new Draft(Optional.of(is), status, businessKey, labels, error, started);
    }

    Draft status(Status is) {
      return new Draft(flow, Optional.of(is), businessKey, labels, error, started);
    }

    Draft businessKey(String is) {
      return new Draft(flow, status, Optional.of(is), labels, error, started);
    }

    Draft labels(Map<String, String> are) {
      return new Draft(flow, status, businessKey, are, error, started);
    }

    Draft error(String words) {
      return new Draft(flow, status, businessKey, labels, Optional.of(words), started);
    }

    Draft started(Span span) {
      return new Draft(flow, status, businessKey, labels, error, span);
    }

    /** As the API asks: tests and children are left out. */
    Criteria criteria() {
      return new Criteria(
          flow,
          status,
          businessKey,
          labels,
          error,
          started,
          Optional.of(false),
          ParentFilter.TopLevel.TOP_LEVEL);
    }
  }
}
