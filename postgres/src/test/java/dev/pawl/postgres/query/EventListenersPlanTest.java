package dev.pawl.postgres.query;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.postgres.connection.Rows;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Executions that wait for an event are found by its name, however many wait for others. */
class EventListenersPlanTest {

  private static final String SLEEPERS =
      """
      insert into pawl.execution (tenant, id, version, priority, queue, depth, flow, waits_for)
      select 1, gen_random_uuid(), 1, 2, 100, 0, 'sleeps', 'event:other' || i
        from generate_series(1, 20000) i
      """;

  @TempDir Path folder;

  @Test
  void shouldFindWaitingExecutionsByEventName() {
    try (PostgresNode pawl = PostgresNode.in(folder).start()) {
      ConnectionTemplate tables = pawl.store().jdbc();
      tables.update(SLEEPERS);
      tables.update("analyze pawl.execution");

      List<String> plan =
          tables.use(
              connection ->
                  Rows.list(
                      connection,
                      "explain (costs off) " + EventListeners.CANDIDATES,
                      row -> row.getString(1),
                      1,
                      1,
                      new String[] {"f"},
                      new Integer[] {1},
                      1,
                      "event:go",
                      new UUID(-1, -1),
                      1_001));

      assertThat(String.join("\n", plan))
          .contains("execution_events")
          .doesNotContain("Seq Scan on execution");
    }
  }
}
