package dev.pawl.server;

import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Permission;
import dev.pawl.server.access.Secret;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/**
 * Issues the first administrator key of a new database and stores it in a file that only its owner
 * can read.
 */
final class FirstKey {

  static final String FILE = "admin.key";

  /** File that holds the key until it is known to be issued. */
  static final String TEMPORARY_FILE = "admin.key.new";

  private static final FileAttribute<Set<PosixFilePermission>> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private FirstKey() {}

  /**
   * Issues the first key unless the database has one. The file is written before the key is issued
   * and renamed afterwards, so that a crash does not lose the key.
   *
   * @return true if the directory has a valid administrator key of this database
   */
  static boolean save(Path folder, ApiKeys keys) {
    Path file = folder.resolve(FILE);
    Path almost = folder.resolve(TEMPORARY_FILE);
    try {
      if (isKey(file, keys)) {
        return true;
      }
      if (isKey(almost, keys)) {
        move(almost, file);
        return true;
      }
      if (keys.hasFirst()) {
        return false;
      }
      Files.deleteIfExists(almost);
      Secret secret = Secret.random();
      Files.createFile(almost, OWNER_ONLY);
      Files.writeString(almost, secret.text());
      if (!keys.issueFirst(secret)) {
        Files.delete(almost);
        return false;
      }
      move(almost, file);
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException("the first key cannot be kept in " + file, e);
    }
  }

  private static boolean isKey(Path file, ApiKeys keys) throws IOException {
    return Files.exists(file)
        && keys.caller(Files.readString(file).strip())
            .filter(caller -> caller.may(Permission.PLATFORM))
            .isPresent();
  }

  private static void move(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
