package dev.pawl.server;

import dev.pawl.postgres.embedded.PrivateFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The data directory of the server, which only its owner can access, whatever the umask is. */
final class DataDirectory {

  private static final String CONFIG = "pawl.conf";

  /** Files by which a directory of an older release, or one made by hand, is recognized. */
  private static final Set<String> NAMES =
      Set.of(
          FirstKey.FILE,
          FirstKey.TEMPORARY_FILE,
          MasterKeySource.FILE,
          MasterKeySource.TEMPORARY_FILE,
          RuntimeFile.PID,
          RuntimeFile.URL,
          CONFIG);

  private DataDirectory() {}

  /**
   * Creates the directory, or removes the access of others to an existing one. A node with an
   * external database continues without the directory if it cannot be created.
   *
   * @throws StartRefusedException if others have access that cannot be removed, or if a required
   *     directory cannot be created
   */
  static void prepare(ServerSettings settings) {
    Path folder = settings.data();
    try {
      PrivateFolder.prepare(folder, NAMES);
      tightenFiles(folder);
    } catch (PrivateFolder.OpenFolderException open) {
      throw new StartRefusedException(open.getMessage() + " with --data");
    } catch (IOException failed) {
      if (settings.database().isEmpty()) {
        throw new StartRefusedException(
            "the data folder %s cannot be used: %s; name one that this user can write to with --data"
                .formatted(folder.toAbsolutePath(), PrivateFolder.reason(failed)));
      }
    }
  }

  private static void tightenFiles(Path folder) throws IOException {
    for (String key :
        List.of(
            FirstKey.FILE,
            FirstKey.TEMPORARY_FILE,
            MasterKeySource.FILE,
            MasterKeySource.TEMPORARY_FILE)) {
      if (Files.isRegularFile(folder.resolve(key))) {
        PrivateFolder.tightenFile(folder.resolve(key));
      }
    }
    try {
      if (Files.isRegularFile(folder.resolve(CONFIG))) {
        PrivateFolder.tightenFile(folder.resolve(CONFIG));
      }
    } catch (FileSystemException ofAnotherUser) {
      // The directory itself already keeps other users out.
    }
  }
}
