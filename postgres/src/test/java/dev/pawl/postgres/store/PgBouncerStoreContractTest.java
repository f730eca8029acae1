package dev.pawl.postgres.store;

import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Store;
import dev.pawl.postgres.connection.StoreOptions;
import dev.pawl.postgres.database.Database;
import dev.pawl.simulation.contract.store.StoreContract;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(PooledDatabases.class)
class PgBouncerStoreContractTest extends StoreContract {

  private Database database;

  @BeforeEach
  void make(Database fresh) {
    database = fresh;
  }

  @Override
  protected Store open() {
    return PostgresStore.open(database, StoreOptions.defaults().withPool(3).withPooler());
  }

  /** LISTEN does not work behind a pooler. */
  @Override
  protected boolean supportsNotifications() {
    return false;
  }

  @Override
  protected void expire(Store store, NodeSession member) throws Exception {
    TestDatabases.execute(
        database,
        "update pawl.node set lease_until = now() - interval '1 s' where id = " + member.node());
  }
}
