package dev.pawl.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.node.Launch;
import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.ExecutionMetadata.Provenance;
import dev.pawl.engine.store.ExecutionMetadata.StartAttributes;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.TestRun;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.flow.EmergencyStopStore;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.testkit.Await;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bindings that start, ignore or signal while an execution with the same key is unfinished. */
class KeyedBindingsTest {

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final String LISTEN =
      """
      {"StartAt": "First", "States": {
        "First": {"Type": "Wait", "Event": "paid", "ResultPath": "$.paid", "End": true}}}
      """;

  private final List<PostgresNode> nodes = new ArrayList<>();
  private final List<Triggers> opened = new ArrayList<>();
  private Database database;

  @BeforeEach
  void start() {
    database = SharedPostgres.createMigrated();
    for (int i = 0; i < 2; i++) {
      PostgresNode node = PostgresNode.on(database).store(options -> options.withPool(6)).start();
      nodes.add(node);
      opened.add(Triggers.on(node));
    }
    nodes.getFirst().deploy("listen", LISTEN);
  }

  @AfterEach
  void stop() {
    opened.forEach(Triggers::close);
    nodes.forEach(PostgresNode::close);
    SharedPostgres.drop(database);
  }

  @Test
  void shouldStartOneOfManyEventsThatComeAtOnceAndIgnoreTheOthers() {
    bind("ordered", OnRunning.IGNORE);

    List<List<StartedFlow>> answers = publishAtOnce("ordered", "7", 20);

    assertThat(answers.stream().mapToInt(List::size).sum()).isOne();
    assertThat(live()).isOne();
    assertThat(publish(0, "ordered", "other", "8")).hasSize(1);
    assertThat(publish(1, "ordered", "later", "7")).isEmpty();
  }

  @Test
  void shouldSignalTheExecutionThatTheFirstEventStarted() throws Exception {
    bind("ordered", OnRunning.SIGNAL);
    bind("paid", OnRunning.SIGNAL);
    ExecutionKey started = publish(0, "ordered", "1", "7").getFirst().execution();

    assertThat(publish(1, "paid", "2", "7")).isEmpty();

    assertThat(
            nodes
                .getFirst()
                .await(started.id(), Duration.ofSeconds(60))
                .flatMap(ending -> ending.output())
                .flatMap(output -> output.get("paid"))
                .flatMap(paid -> paid.get("n")))
        .contains(Json.of("2"));
    assertThat(live()).isZero();
  }

  @Test
  void shouldStartWhenNoneIsRunningAndDoNothingForARepetition() throws Exception {
    bind("paid", OnRunning.SIGNAL);
    ExecutionKey first = publish(0, "paid", "1", "7").getFirst().execution();

    assertThat(publish(1, "paid", "1", "7"))
        .as("the event that started it does not signal it")
        .extracting(StartedFlow::execution)
        .containsExactly(first);
    assertThat(publish(1, "paid", "2", "7")).isEmpty();
    assertThat(nodes.getFirst().await(first.id(), Duration.ofSeconds(60))).isPresent();

    assertThat(publish(0, "paid", "2", "7"))
        .as("the event that signalled it starts nothing")
        .extracting(StartedFlow::execution)
        .containsExactly(first);
    assertThat(publish(0, "paid", "3", "7").getFirst().execution()).isNotEqualTo(first);
  }

  @Test
  void shouldNotReportAnExecutionThatARepeatedEventDidNotStart() {
    bind("paid", OnRunning.IGNORE);
    ExecutionKey first = publish(0, "paid", "1", "7").getFirst().execution();

    assertThat(publish(0, "paid", "2", "7")).isEmpty();
    assertThat(publish(1, "paid", "2", "7"))
        .as("what an event started, it does not wake: the execution waits for this one")
        .isEmpty();
    assertThat(publish(1, "paid", "1", "7"))
        .extracting(StartedFlow::execution)
        .containsExactly(first);
  }

  @Test
  void shouldNotTakeATestRunForTheUnfinishedExecution() {
    bind("ordered", OnRunning.IGNORE);
    Launch launch = Launch.of("listen", Json.parse("{}"));
    StartAttributes plain = launch.tags();
    nodes
        .getFirst()
        .start(
            new Launch(
                TENANT,
                "listen",
                launch.version(),
                launch.input(),
                launch.name(),
                new StartAttributes(
                    plain.priority(),
                    Optional.of("7"),
                    plain.labels(),
                    Optional.empty(),
                    Optional.empty(),
                    new Provenance(
                        Optional.of("ann"),
                        Optional.empty(),
                        Optional.of(TestRun.REAL.toString()))),
                false));

    assertThat(publish(1, "ordered", "1", "7")).hasSize(1);
  }

  @Test
  void shouldReachOneExecutionWithManySignalsAtOnce() {
    bind("ordered", OnRunning.SIGNAL);

    publishAtOnce("ordered", "7", 20);

    assertThat(live()).isOne();
    Await.until(
        "19 messages arrive, each once",
        () -> count("select count(*) from pawl.idempotency_key where scope like 'inbox:%'") == 19);
  }

  @Test
  void shouldDecideInTheTransactionOfTheCaller() throws Exception {
    bind("ordered", OnRunning.IGNORE);
    TenantEvents trigger = opened.getFirst().forTenant(TENANT);

    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      assertThat(trigger.publish(connection, event("ordered", "1", "7"))).hasSize(1);
      assertThat(trigger.publish(connection, event("ordered", "2", "7"))).isEmpty();
      connection.rollback();
    }

    assertThat(live()).isZero();
    assertThat(publish(1, "ordered", "2", "7")).hasSize(1);
  }

  @Test
  void shouldNotSignalInATransactionByABindingThatWasSwitchedOff() throws Exception {
    bind("ordered", OnRunning.SIGNAL);
    publish(0, "ordered", "1", "7");

    try (Connection connection = database.connect()) {
      try (Statement change = connection.createStatement()) {
        change.execute("update pawl.binding set enabled = false");
        change.execute("update pawl.tenant_config set epoch = pawl.next_config_epoch()");
      }
      connection.setAutoCommit(false);
      opened.getFirst().forTenant(TENANT).publish(connection, event("ordered", "2", "7"));
      connection.commit();
    }

    assertThat(count("select count(*) from pawl.idempotency_key where key = 'event:2'")).isZero();
  }

  @Test
  void shouldStartNothingInATenantThatIsPaused() {
    bind("ordered", OnRunning.SIGNAL);
    new EmergencyStopStore(
            TenantDatabase.unguarded(nodes.getFirst().store().jdbc()),
            nodes.getFirst().store().jdbc())
        .begin(TENANT, "ann", "fire");

    for (int node = 0; node < 2; node++) {
      int of = node;
      assertThatThrownBy(() -> publish(of, "ordered", "1", "7"))
          .isInstanceOf(TenantPausedException.class);
    }
    assertThat(live()).isZero();
  }

  @Test
  void shouldStartAnotherOneByDefault() {
    bind("ordered", OnRunning.START);

    publishAtOnce("ordered", "7", 3);

    assertThat(live()).isEqualTo(3);
  }

  private void bind(String event, OnRunning onRunning) {
    opened
        .getFirst()
        .bindings()
        .add(TENANT, BindingRule.of(event, "listen").withKey("event.clientId", onRunning), "ann");
  }

  private List<List<StartedFlow>> publishAtOnce(String type, String client, int times) {
    List<CompletableFuture<List<StartedFlow>>> publishing = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      int one = i;
      publishing.add(
          CompletableFuture.supplyAsync(() -> publish(one % 2, type, "e" + one, client)));
    }
    return publishing.stream().map(CompletableFuture::join).toList();
  }

  private List<StartedFlow> publish(int node, String type, String id, String client) {
    return opened.get(node).publish(TENANT, event(type, id, client), Optional.empty());
  }

  private static DomainEvent event(String type, String id, String client) {
    return new DomainEvent(
        type,
        id,
        Optional.empty(),
        Optional.of(client),
        Optional.empty(),
        Optional.empty(),
        Json.parse("{\"n\": \"%s\"}".formatted(id)));
  }

  private long live() {
    return count("select count(*) from pawl.execution");
  }

  private long count(String sql) {
    return nodes
        .getFirst()
        .store()
        .jdbc()
        .use(connection -> Rows.first(connection, sql, row -> row.getLong(1)))
        .orElseThrow();
  }
}
