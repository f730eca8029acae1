package dev.pawl.triggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.Rows;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.testing.SharedPostgres;
import dev.pawl.triggers.binding.Binding.BindingRule;
import dev.pawl.triggers.binding.OnRunning;
import dev.pawl.triggers.config.BindingStore;
import dev.pawl.triggers.config.DeclaredBindings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bindings that definitions and applications declare, at the limit of a tenant. */
class DeclaredBindingsTest {

  private static final TenantId TENANT = TenantId.DEFAULT;
  private static final String OWNER = DeclaredBindings.ofApplication("shop");

  private Database database;
  private PostgresNode node;
  private Triggers triggers;

  @BeforeEach
  void start() {
    database = SharedPostgres.createMigrated();
    node = PostgresNode.on(database).store(options -> options.withPool(4)).start();
    triggers = Triggers.withoutPolling(node, new StoppedClock());
  }

  @AfterEach
  void stop() {
    triggers.close();
    node.close();
    SharedPostgres.drop(database);
  }

  @Test
  void shouldReplaceBindingsOfATenantThatHasAsManyAsAreAllowed() {
    declare("order.created", "order.paid");
    node.store()
        .jdbc()
        .update(
            """
            insert into pawl.binding (tenant, id, event_type, flow, created_by)
            select ?, gen_random_uuid(), 'event-' || n, 'f', 'ann' from generate_series(3, ?) n
            """,
            TENANT.value(),
            BindingStore.MAX_BINDINGS);

    declare("order.shipped", "order.returned");

    assertThat(declared()).containsExactly("order.returned", "order.shipped");
    assertThatThrownBy(() -> declare("order.shipped", "order.returned", "order.lost"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at most 100000 are allowed");
    assertThat(declared()).containsExactly("order.returned", "order.shipped");
  }

  private void declare(String... events) {
    List<BindingRule> rules = Stream.of(events).map(DeclaredBindingsTest::rule).toList();
    // Without waiting for the nodes: this one would read all bindings.
    node.store()
        .jdbc()
        .transact(
            connection ->
                triggers
                    .declaredBindings()
                    .replace(connection, TENANT, Map.of(OWNER, rules), "ann"));
  }

  private static BindingRule rule(String event) {
    return new BindingRule(
        event,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        "f",
        0,
        false,
        true,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        OnRunning.START);
  }

  private List<String> declared() {
    return node.store()
        .jdbc()
        .use(
            connection ->
                Rows.list(
                    connection,
                    "select event_type from pawl.binding where owner = ? order by 1",
                    row -> row.getString(1),
                    OWNER));
  }
}
