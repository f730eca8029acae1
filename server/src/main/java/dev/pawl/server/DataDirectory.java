package dev.pawl.server;

import dev.pawl.postgres.embedded.PrivateFolder;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** The folder of a server's own files. Only its owner can enter it, whatever the umask is. */
final class DataDirectory {

  private static final String CONFIG = "pawl.conf";

  /** By which a folder that was made by an older release, or by hand, is known to be one. */
  private static final Set<String> NAMES =
      Set.of(FirstKey.FILE, FirstKey.ALMOST, RuntimeFile.PID, RuntimeFile.URL, CONFIG);

  private DataDirectory() {}

  /**
   * Creates the folder, or closes an existing one to others. A node on a database of its own choice
   * goes on without the folder if it cannot be created.
   *
   * @throws StartRefusedException if the folder is open to others and cannot be closed, or cannot
   *     be created although it is needed
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
    for (String key : List.of(FirstKey.FILE, FirstKey.ALMOST)) {
      if (Files.isRegularFile(folder.resolve(key))) {
        PrivateFolder.tightenFile(folder.resolve(key));
      }
    }
    try {
      if (Files.isRegularFile(folder.resolve(CONFIG))) {
        PrivateFolder.tightenFile(folder.resolve(CONFIG));
      }
    } catch (FileSystemException ofAnotherUser) {
      // Nobody but this user reaches it through the folder.
    }
  }
}
