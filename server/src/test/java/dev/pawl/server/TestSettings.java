package dev.pawl.server;

import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.testing.SharedPostgres;
import java.nio.file.Path;

/** Settings of servers that tests start: any port, and a database of the shared PostgreSQL. */
final class TestSettings {

  private TestSettings() {}

  /** For a server on a new database, which has Pawl's schema already. */
  static ServerSettings in(Path data) {
    return ServerSettings.in(data)
        .withPort(0)
        .withDatabase(SharedPostgres.createMigrated())
        .withMasterKey(MasterKeySource.of(MasterKey.random()));
  }
}
