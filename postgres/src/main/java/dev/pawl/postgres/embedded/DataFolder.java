package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where things lie in the folder that a server is given. */
record DataFolder(Path base) {

  static DataFolder open(Path folder) throws IOException {
    Path base = folder.toAbsolutePath().normalize();
    if (Files.exists(base.resolve("PG_VERSION"))) {
      throw new EmbeddedPostgresException(
          base
              + " is the data directory of another PostgreSQL server: name an empty folder,"
              + " or start that server and use its URL");
    }
    if (!Files.exists(base)) {
      Files.createDirectories(base.getParent());
      createPrivately(base);
    }
    return new DataFolder(base.toRealPath());
  }

  private static void createPrivately(Path base) throws IOException {
    try {
      Files.createDirectory(base, Folders.PRIVATE_FOLDER);
    } catch (FileAlreadyExistsException justNow) {
      // By a process that wants the same: the lock will tell which one may have it.
    }
  }

  /** PostgreSQL's own data directory. */
  Path cluster() {
    return base.resolve("data");
  }

  Path passwordFile() {
    return base.resolve("password");
  }

  Path lockFile() {
    return base.resolve("owner.lock");
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

  /** Where the programs go if the user's cache does not serve. */
  Path programs() {
    return base.resolve("programs");
  }
}
