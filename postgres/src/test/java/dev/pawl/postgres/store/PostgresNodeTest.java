package dev.pawl.postgres.store;

import dev.pawl.engine.store.Store;
import dev.pawl.postgres.database.Database;
import dev.pawl.testkit.node.NodeContract;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(TestDatabases.Migrated.class)
class PostgresNodeTest extends NodeContract {

  private final Database database;

  PostgresNodeTest(Database database) {
    this.database = database;
  }

  @Override
  protected Store open() {
    return PostgresStore.open(database);
  }
}
