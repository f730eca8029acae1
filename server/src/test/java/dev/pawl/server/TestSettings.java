package dev.pawl.server;

import dev.pawl.postgres.secret.MasterKey;
import dev.pawl.postgres.testing.SharedPostgres;
import java.nio.file.Path;

/** Settings of servers that tests start: any port and a database of the shared PostgreSQL. */
final class TestSettings {

  /** The master key of all servers, so that several can share a database with secrets. */
  static final MasterKeySource MASTER_KEY = MasterKeySource.of(MasterKey.random());

  private TestSettings() {}

  /** Settings for a server on a new database that has the schema already. */
  static ServerSettings in(Path data) {
    return ServerSettings.in(data)
        .withPort(0)
        .withDatabase(SharedPostgres.createMigrated())
        .withMasterKey(MASTER_KEY);
  }
}
