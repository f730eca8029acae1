package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Handles whole folders: deletion, ownership and permissions. */
final class Folders {

  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FILE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  static final FileAttribute<Set<PosixFilePermission>> PRIVATE_FOLDER =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));

  private Folders() {}

  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    for (Path path : contents(folder).sorted(Comparator.reverseOrder()).toList()) {
      Files.deleteIfExists(path);
    }
  }

  static void changeOwner(Path folder, int user, int group) throws IOException {
    for (Path path : contents(folder).toList()) {
      Files.setAttribute(path, "unix:uid", user, LinkOption.NOFOLLOW_LINKS);
      Files.setAttribute(path, "unix:gid", group, LinkOption.NOFOLLOW_LINKS);
    }
  }

  private static Stream<Path> contents(Path folder) throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return List.copyOf(paths.toList()).stream();
    }
  }
}
