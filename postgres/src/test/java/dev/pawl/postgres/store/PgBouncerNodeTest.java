package dev.pawl.postgres.store;

import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.simulation.contract.node.Cluster;
import dev.pawl.simulation.contract.node.NodeContract;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PooledDatabases.class)
class PgBouncerNodeTest extends NodeContract {

  private final Database database;

  PgBouncerNodeTest(Database database) {
    this.database = database;
  }

  @Override
  protected Cluster open() {
    return new Cluster(PostgresStore.open(database, StoreOptions.defaults().withPooler()));
  }
}
