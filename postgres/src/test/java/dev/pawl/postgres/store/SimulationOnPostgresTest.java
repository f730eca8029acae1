package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.simulation.Counterexample;
import dev.pawl.simulation.NodeSimulation;
import dev.pawl.simulation.StoreSimulation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random histories, and random flows on real nodes, on PostgreSQL. Longer runs: {@code
 * -Dpawl.simulation.seed} and {@code -Dpawl.simulation.store.count} or {@code
 * -Dpawl.simulation.node.count}.
 */
@ExtendWith(TestDatabases.Migrated.class)
class SimulationOnPostgresTest {

  private static final long SEED = Long.getLong("pawl.simulation.seed", 0);
  private static final long COUNT = Long.getLong("pawl.simulation.store.count", 320);
  private static final int FLOWS = Integer.getInteger("pawl.simulation.node.count", 40);

  /** In too few histories not everything can be expected to happen. */
  private static final long HISTORY_COUNT = 200;

  /** Nodes die when the seed says so, and not because the machine is slow. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  @Test
  void shouldHoldInEveryHistory(Database database) throws Exception {
    StoreOptions options = StoreOptions.defaults().withPool(4).withLease(LEASE);
    try (PostgresStore store = PostgresStore.open(database, options)) {
      StoreSimulation simulation =
          new StoreSimulation(store, node -> TestDatabases.expire(database, node));

      Optional<Counterexample> found = simulation.run(SEED, COUNT);

      assertThat(found).as(() -> found.map(Object::toString).orElse("")).isEmpty();
      if (COUNT >= HISTORY_COUNT) {
        assertThat(simulation.neverSeen()).as(simulation.statistics()).isEmpty();
      }
    }
  }

  @Test
  void shouldEndEveryFlowOnRealNodesAsPredicted(Database database) throws Exception {
    try (PostgresStore store = PostgresStore.open(database)) {
      NodeSimulation simulation =
          new NodeSimulation(store, node -> TestDatabases.expire(database, node));

      List<String> faults = simulation.run(SEED, FLOWS);

      assertThat(faults).as("from seed %d on", SEED).isEmpty();
    }
  }
}
