package dev.pawl.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.Execution;
import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.node.TenantPausedException;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.connection.TenantDatabase;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.flow.EmergencyStopStore;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import dev.pawl.testkit.Await;
import dev.pawl.triggers.binding.Binding;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.DomainEvent;
import dev.pawl.triggers.config.BindingExistsException;
import dev.pawl.triggers.config.FlowTrigger;
import dev.pawl.triggers.config.FlowTriggerType;
import dev.pawl.triggers.launch.EventStarts.StartedFlow;
import dev.pawl.triggers.launch.RejectReason;
import dev.pawl.triggers.launch.RejectedFires.RejectedFire;
import dev.pawl.triggers.launch.RejectedFires.RejectedQuery;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Events start the flows that are bound to them, each once, by the configuration of now. */
class TriggersTest {

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final String PASS =
      "{\"StartAt\": \"Keep\", \"States\": {\"Keep\": {\"Type\": \"Pass\", \"End\": true}}}";

  private final List<PostgresNode> nodes = new ArrayList<>();
  private final List<Triggers> opened = new ArrayList<>();
  private Database database;
  private PostgresNode node;
  private Triggers triggers;

  @BeforeEach
  void start() {
    database = SharedPostgres.createMigrated();
    node = newNode();
    triggers = opened(Triggers.on(node));
    node.deploy("welcome", PASS);
    node.deploy("export", PASS);
  }

  @AfterEach
  void stop() {
    opened.forEach(Triggers::close);
    nodes.forEach(PostgresNode::close);
    SharedPostgres.drop(database);
  }

  private PostgresNode newNode() {
    PostgresNode started = PostgresNode.on(database).store(options -> options.withPool(4)).start();
    nodes.add(started);
    return started;
  }

  private Triggers opened(Triggers one) {
    opened.add(one);
    return one;
  }

  @Test
  void shouldStartBoundFlowsWithTheEnvelope() throws Exception {
    Binding binding = bind(BindingRule.of("POLICY_CREATED", "welcome"));
    bind(BindingRule.of("POLICY_CREATED", "export").forScope(Optional.of("17"), none(), none()));

    List<StartedFlow> started =
        triggers
            .forTenant(TENANT)
            .onEvent("POLICY_CREATED", "P-1", 17, 3, null, Json.parse("{\"premium\": 12}"));

    assertThat(started).extracting(StartedFlow::flow).containsExactly("export", "welcome");
    ExecutionId welcome = started.get(1).execution().id();
    Json envelope = output(welcome);
    assertThat(envelope.get("trigger"))
        .contains(Json.parse("{\"type\": \"EVENT\", \"binding\": \"%s\"}".formatted(binding.id())));
    JsonObject event = (JsonObject) envelope.get("event").orElseThrow();
    assertThat(event.without("id"))
        .isEqualTo(
            Json.parse(
                """
                {"type": "POLICY_CREATED", "aggregateId": "P-1", "clientId": "17", "lobId": "3",
                 "productId": null, "payload": {"premium": 12}}
                """));
    assertThat(envelope.get("context"))
        .contains(
            Json.parse(
                "{\"tenantId\": 1, \"userId\": null, \"flowId\": \"welcome\", \"executionId\": \"%s\"}"
                    .formatted(welcome)));
    assertThat(
            text(
                "select started_by || ' ' || business_key from pawl.finished where id = '%s'"
                    .formatted(welcome)))
        .isEqualTo("trigger:event:%s P-1".formatted(binding.id()));
  }

  @Test
  void shouldRefuseASecondBindingWithTheSameScope() {
    bind(BindingRule.of("E", "welcome"));

    assertThatThrownBy(() -> bind(BindingRule.of("E", "welcome")))
        .isInstanceOf(BindingExistsException.class)
        .hasMessageContaining("event 'E' to flow 'welcome'");
  }

  @Test
  void shouldStartEachFlowOnceAndNothingAfterAnExclusiveBinding() {
    bind(BindingRule.of("E", "welcome"));
    bind(BindingRule.of("E", "welcome").forScope(Optional.of("1"), none(), none()).asExclusive());
    bind(BindingRule.of("E", "export"));

    assertThat(publish(triggers, event("E", "1", "2", "{}"))).containsExactly("welcome", "export");
    assertThat(publish(triggers, event("E", "2", "1", "{}"))).containsExactly("welcome");
    assertThat(executions()).isEqualTo(3);
  }

  @Test
  void shouldFilterMapAndCheckInputs() throws Exception {
    bind(
        BindingRule.of("E", "welcome")
            .withFilter("payload.amount > 100 AND event.clientId == '7'")
            .withInputMapping(Json.parse("{\"order.amount\": \"$.event.payload.amount\"}")));
    triggers
        .flowTriggers()
        .put(
            TENANT,
            new FlowTrigger(
                "welcome",
                FlowTriggerType.AUTOLAUNCHED,
                (JsonObject)
                    Json.parse(
                        """
                        {"inputSchema": {"properties": {"order": {"properties":
                          {"amount": {"type": "number", "maximum": 1000}}}}}}
                        """)),
            "ann");

    assertThat(publish(triggers, event("E", "1", "7", "{\"amount\": 100}"))).isEmpty();
    List<StartedFlow> started =
        triggers.publish(TENANT, event("E", "2", "7", "{\"amount\": 101}"), Optional.empty());
    assertThat(publish(triggers, event("E", "3", "7", "{\"amount\": 5000}"))).isEmpty();

    assertThat(output(started.getFirst().execution().id()))
        .isEqualTo(Json.parse("{\"order\": {\"amount\": 101}}"));
    assertThat(rejected()).extracting(RejectedFire::reason).containsExactly(RejectReason.SCHEMA);
  }

  @Test
  void shouldKeepAndReplayRejectedFires() {
    bind(BindingRule.of("E", "missing"));
    bind(
        BindingRule.of("E", "welcome")
            .withInputMapping(Json.parse("{\"x\": \"!$.event.payload.x\"}")));

    assertThat(publish(triggers, event("E", "1", "7", "{}"))).isEmpty();
    assertThat(publish(triggers, event("E", "1", "7", "{}"))).isEmpty();

    assertThat(rejected())
        .extracting(RejectedFire::reason)
        .containsExactlyInAnyOrder(RejectReason.MAPPING_ERROR, RejectReason.NO_VERSION);
    node.deploy("missing", PASS);
    assertThat(triggers.replay().replayAll(TENANT, Optional.empty(), Optional.empty()))
        .hasToString("BulkReplay[started=1, failed=1]");
    assertThat(rejected()).extracting(RejectedFire::flow).containsExactly("welcome");
    assertThat(executions()).isOne();
  }

  @Test
  void shouldKeepTheNewestRejectedFiresUpToTheirNumberAndSize() throws Exception {
    bind(BindingRule.of("E", "missing"));
    execute(
        """
        insert into pawl.rejected (tenant, id, reason, message, flow, trigger_id, event_type, event_id, fire, size)
        select 1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'SCHEMA', '', 'f', 't', 'E',
               n::text, '{}', case when n = 3000 then 1000000000 else 10 end
          from generate_series(1, 10000) n
        """);

    publish(triggers, event("E", "newest", "7", "{}"));
    assertThat(text("select count(*) || ' ' || min(id::text) from pawl.rejected"))
        .as("10,000 rows; the oldest is gone")
        .isEqualTo("10000 00000000-0000-7000-8000-000000000002");

    execute("update pawl.rejected set size = 80000000 where event_id = '5000'");
    publish(triggers, event("E", "another", "7", "{}"));
    assertThat(text("select count(*) || ' ' || min(id::text) from pawl.rejected"))
        .as("1 GiB: all from the row with which it is exceeded")
        .isEqualTo("7002 00000000-0000-7000-8000-000000003001");
  }

  @Test
  void shouldStartOncePerIdOnThreeNodesOfWhichOneDies() throws Exception {
    bind(BindingRule.of("E", "welcome"));
    bind(BindingRule.of("E", "export"));
    List<Triggers> all =
        List.of(triggers, opened(Triggers.on(newNode())), opened(Triggers.on(newNode())));
    List<CompletableFuture<Void>> publishing = new ArrayList<>();

    for (int id = 1; id <= 30; id++) {
      for (int copy = 0; copy <= id % 5; copy++) {
        Triggers one = all.get((id + copy) % 3);
        DomainEvent event = event("E", "id-" + id, "7", "{}");
        publishing.add(CompletableFuture.runAsync(() -> publishOrDie(one, event)));
      }
    }
    nodes.get(2).store().close();
    publishing.forEach(CompletableFuture::join);
    for (int id = 1; id <= 30; id++) {
      publish(triggers, event("E", "id-" + id, "7", "{}"));
    }

    assertThat(executions()).isEqualTo(60);
    assertThat(text("select count(*)::text from pawl.idempotency_key where key like 'event:%'"))
        .isEqualTo("60");
  }

  private static void publishOrDie(Triggers one, DomainEvent event) {
    try {
      publish(one, event);
    } catch (RuntimeException dead) {
      assertThat(dead).isNotNull();
    }
  }

  @Test
  void shouldStartNothingAfterAPauseOnANodeWithAStaleCache() {
    bind(BindingRule.of("E", "welcome"));
    Triggers stale = opened(Triggers.withoutPolling(newNode(), new StoppedClock()));
    assertThat(publish(stale, event("E", "1", "7", "{}"))).containsExactly("welcome");

    new EmergencyStopStore(TenantDatabase.unguarded(node.store().jdbc()), node.store().jdbc())
        .begin(TENANT, "ann", "fire");

    for (Triggers one : List.of(stale, triggers)) {
      assertThatThrownBy(() -> publish(one, event("E", "2", "7", "{}")))
          .isInstanceOf(TenantPausedException.class);
    }
    assertThat(executions()).isOne();
  }

  @Test
  void shouldStartNothingByARemovedBindingOnANodeWithAStaleCache() {
    Binding binding = bind(BindingRule.of("E", "welcome"));
    Triggers stale = opened(Triggers.withoutPolling(newNode(), new StoppedClock()));
    assertThat(publish(stale, event("E", "1", "7", "{}"))).containsExactly("welcome");

    triggers.bindings().remove(TENANT, binding.id());

    assertThat(stale.cache().of(TENANT).bindings().size()).as("its view is old").isOne();
    assertThat(publish(stale, event("E", "2", "7", "{}"))).isEmpty();
    assertThat(executions()).isOne();
  }

  @Test
  void shouldRepeatAnAnswerOnAllNodes() {
    Triggers other = opened(Triggers.on(newNode()));
    assertThat(publish(other, event("E", "1", "7", "{}"))).isEmpty();

    bind(BindingRule.of("E", "welcome"));

    assertThat(publish(other, event("E", "2", "7", "{}"))).containsExactly("welcome");
  }

  @Test
  void shouldMatchWithoutReadingTheBindings() throws Exception {
    List<BindingRule> many =
        IntStream.range(0, 10_000)
            .mapToObj(
                client ->
                    BindingRule.of("E", "welcome")
                        .forScope(Optional.of("c" + client), none(), none()))
            .toList();
    triggers.bindings().addAll(TENANT, many, "ann");
    assertThat(publish(triggers, event("E", "0", "c1", "{}"))).hasSize(1);

    // A query for bindings would fail from here on.
    execute("alter table pawl.binding rename to binding_elsewhere");

    for (int i = 1; i <= 20; i++) {
      assertThat(publish(triggers, event("E", "id-" + i, "c" + i * 7, "{}"))).hasSize(1);
      assertThat(publish(triggers, event("OTHER", "other-" + i, "c1", "{}"))).isEmpty();
    }
    assertThat(executions()).isEqualTo(21);
  }

  @Test
  void shouldStartInTheTransactionOfTheCaller() throws Exception {
    bind(BindingRule.of("E", "welcome"));
    TenantEvents events = triggers.forTenant(TENANT);

    try (Connection connection = database.connect()) {
      connection.setAutoCommit(false);
      events.publish(connection, event("E", "1", "7", "{}"));
      connection.rollback();
      List<StartedFlow> started = events.publish(connection, event("E", "2", "7", "{}"));
      List<StartedFlow> again = events.publish(connection, event("E", "2", "7", "{}"));
      connection.commit();

      assertThat(again).isEqualTo(started);
      assertThat(output(started.getFirst().execution().id()).get("event")).isPresent();
    }
    assertThat(executions()).isOne();
  }

  @Test
  void shouldCollectFiresAndStartOnce() throws Exception {
    bind(
        BindingRule.of("E", "welcome")
            .withDebounce(
                Json.parse(
                    """
                    {"key": "event.clientId", "wait": "PT0.3S", "max": "PT5S", "collect": "all"}
                    """)));

    for (String id : List.of("1", "2", "2", "3")) {
      assertThat(publish(triggers, event("E", id, "7", "{}"))).isEmpty();
    }
    Await.until("the flow starts", () -> executions() == 1);

    ExecutionId id =
        new ExecutionId(
            UUID.fromString(
                text(
                    "select execution::text from pawl.idempotency_key where scope ="
                        + " 'start:welcome'")));
    Json input = output(id);
    assertThat(input.get("event").flatMap(event -> event.get("id"))).contains(Json.of("3"));
    assertThat(
            input
                .get("trigger")
                .flatMap(trigger -> trigger.get("collected"))
                .orElseThrow()
                .toString())
        .contains("\"id\":\"1\"", "\"id\":\"2\"", "\"id\":\"3\"");
    assertThat(text("select count(*)::text from pawl.held")).isEqualTo("0");
  }

  @Test
  void shouldRecogniseAnEventForSevenDays() throws Exception {
    bind(BindingRule.of("E", "welcome"));
    publish(triggers, event("E", "1", "7", "{}"));

    execute("update pawl.idempotency_key set at = at - interval '1 day'");
    triggers.upkeep().removeOld();
    publish(triggers, event("E", "1", "7", "{}"));
    assertThat(executions()).isOne();

    execute("update pawl.idempotency_key set at = at - interval '7 days'");
    triggers.upkeep().removeOld();
    publish(triggers, event("E", "1", "7", "{}"));
    assertThat(executions()).isEqualTo(2);
  }

  @Test
  void shouldLetAFlowSubscribeToAnEventItself() {
    FlowTrigger trigger =
        new FlowTrigger(
            "welcome",
            FlowTriggerType.EVENT_TRIGGERED,
            (JsonObject) Json.parse("{\"event\": \"order.created\", \"priority\": 3}"));

    triggers.flowTriggers().put(TENANT, trigger, "ann");
    assertThat(publish(triggers, event("order.created", "1", "7", "{}")))
        .containsExactly("welcome");

    triggers
        .flowTriggers()
        .put(
            TENANT,
            new FlowTrigger("welcome", FlowTriggerType.AUTOLAUNCHED, JsonObject.EMPTY),
            "ann");
    assertThat(publish(triggers, event("order.created", "2", "7", "{}"))).isEmpty();
  }

  private Binding bind(BindingRule rule) {
    return triggers.bindings().add(TENANT, rule, "ann");
  }

  private static List<String> publish(Triggers by, DomainEvent event) {
    return by.publish(TENANT, event, Optional.empty()).stream().map(StartedFlow::flow).toList();
  }

  private static DomainEvent event(String type, String id, String client, String payload) {
    return new DomainEvent(
        type, id, none(), Optional.of(client), none(), none(), Json.parse(payload));
  }

  private static Optional<String> none() {
    return Optional.empty();
  }

  private List<RejectedFire> rejected() {
    return triggers
        .rejected()
        .list(TENANT, new RejectedQuery(none(), Optional.empty(), Optional.empty(), 10));
  }

  private Json output(ExecutionId id) throws InterruptedException {
    return node.await(id, Duration.ofSeconds(60)).flatMap(Execution.Ending::output).orElseThrow();
  }

  private long executions() {
    return Long.parseLong(
        text(
            """
            select ((select count(*) from pawl.execution) + (select count(*) from pawl.finished))::text
            """));
  }

  private String text(String sql) {
    return node.store()
        .jdbc()
        .use(connection -> Rows.first(connection, sql, row -> row.getString(1)))
        .orElseThrow();
  }

  private void execute(String sql) throws SQLException {
    node.store().jdbc().update(sql);
  }
}
