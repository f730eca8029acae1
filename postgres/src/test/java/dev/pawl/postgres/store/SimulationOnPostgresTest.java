package dev.pawl.postgres.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.testkit.simulation.Counterexample;
import dev.pawl.testkit.simulation.StoreSimulation;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random histories on PostgreSQL. Longer runs: {@code -Dpawl.simulation.seed} and {@code
 * -Dpawl.simulation.store.count}.
 */
@ExtendWith(TestDatabases.class)
class SimulationOnPostgresTest {

  private static final long SEED = Long.getLong("pawl.simulation.seed", 0);
  private static final long COUNT = Long.getLong("pawl.simulation.store.count", 320);

  /** In too few histories not everything can be expected to happen. */
  private static final long MANY = 200;

  /** Nodes die when the seed says so, and not because the machine is slow. */
  private static final Duration LEASE = Duration.ofMinutes(10);

  @Test
  void shouldHoldInEveryHistory(Database database) throws Exception {
    StoreOptions options = StoreOptions.defaults().withPool(4).withLease(LEASE);
    try (PostgresStore store = PostgresStore.open(database, options)) {
      StoreSimulation simulation =
          new StoreSimulation(
              store,
              member ->
                  TestDatabases.execute(
                      database,
                      "update pawl.node set lease_until = now() - interval '1 s' where id = "
                          + member.node()));

      Optional<Counterexample> found = simulation.run(SEED, COUNT);

      assertThat(found).as(() -> found.map(Object::toString).orElse("")).isEmpty();
      if (COUNT >= MANY) {
        assertThat(simulation.neverSeen()).as(simulation.seen()).isEmpty();
      }
    }
  }
}
