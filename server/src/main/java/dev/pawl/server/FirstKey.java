package dev.pawl.server;

import dev.pawl.engine.store.TenantId;
import dev.pawl.server.access.ApiKeys;
import dev.pawl.server.access.Role;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;

/** The key with which a fresh server can be used: in a file that only its owner can read. */
final class FirstKey {

  static final String FILE = "admin.key";

  private FirstKey() {}

  /** Issues one, unless the folder has it already. */
  static void keep(Path folder, ApiKeys keys) {
    Path file = folder.resolve(FILE);
    if (Files.exists(file)) {
      return;
    }
    try {
      Files.createDirectories(folder);
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      Files.writeString(
          file,
          keys.issue(
                  TenantId.DEFAULT, "first key", EnumSet.of(Role.PLATFORM_ADMIN), Optional.empty())
              .text());
    } catch (FileAlreadyExistsException e) {
      // Another node in this folder was faster.
    } catch (IOException e) {
      throw new UncheckedIOException("the first key cannot be kept in " + file, e);
    }
  }
}
