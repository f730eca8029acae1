package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Names the files in the folder that a server is given. */
record DataFolder(Path base) {

  private static final String LOCK = "owner.lock";

  static DataFolder open(Path folder) throws IOException {
    Path base = folder.toAbsolutePath().normalize();
    if (Files.exists(base.resolve("PG_VERSION"))) {
      throw new EmbeddedPostgresException(
          base
              + " is the data directory of another PostgreSQL server: name an empty folder,"
              + " or start that server and use its URL");
    }
    PrivateFolder.prepare(base, Set.of(LOCK));
    return new DataFolder(base.toRealPath());
  }

  /** Returns PostgreSQL's data directory. */
  Path cluster() {
    return base.resolve("data");
  }

  Path passwordFile() {
    return base.resolve("password");
  }

  Path lockFile() {
    return base.resolve(LOCK);
  }

  Path ownerFile() {
    return base.resolve("owner");
  }

  Path log() {
    return base.resolve("server.log");
  }

  Path pidFile() {
    return cluster().resolve("postmaster.pid");
  }

  Path versionFile() {
    return cluster().resolve("PG_VERSION");
  }

  /** Returns the folder for the programs if the user's cache cannot be used. */
  Path programs() {
    return base.resolve("programs");
  }
}
