package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Folders and files that only their owner can read, whatever the umask is. */
public final class PrivateFolder {

  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  /** What a folder of root has where PostgreSQL runs as another user and passes through it. */
  private static final Set<PosixFilePermission> PASSABLE =
      PosixFilePermissions.fromString("rwx--x--x");

  private static final int ROOT = 0;

  /** What the root folder of a disk has. */
  private static final String OF_THE_FILE_SYSTEM = "lost+found";

  private PrivateFolder() {}

  /** The folder is open to other users and cannot be closed; the message says what to do. */
  public static final class OpenFolderException extends IOException {

    private static final long serialVersionUID = 1L;

    OpenFolderException(String message) {
      super(message);
    }
  }

  /**
   * Creates the folder with mode 0700. One that exists and that other users can enter is set to
   * that mode if it is empty or holds one of the named entries, so that a folder such as /tmp that
   * was named by mistake is left as it is.
   *
   * @param names by which a folder is known to be the caller's own
   * @throws OpenFolderException if the folder is open to others and is not the caller's to change
   */
  public static void prepare(Path folder, Set<String> names) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    if (!Files.exists(absolute)) {
      Files.createDirectories(Optional.ofNullable(absolute.getParent()).orElse(absolute));
      try {
        Files.createDirectory(absolute, Folders.PRIVATE_FOLDER);
        return;
      } catch (FileAlreadyExistsException justNow) {
        // By a process that wants the same; it is looked at like any other.
      }
    }
    if (Files.isDirectory(absolute) && isOpen(absolute)) {
      tighten(absolute, names);
    }
  }

  private static boolean isOpen(Path folder) throws IOException {
    Set<PosixFilePermission> permissions = permissions(folder);
    boolean isPassable =
        PASSABLE.containsAll(permissions) && Files.getAttribute(folder, "unix:uid").equals(ROOT);
    return !isPassable && !FOLDER.containsAll(permissions);
  }

  private static void tighten(Path folder, Set<String> names) throws IOException {
    String mode = PosixFilePermissions.toString(permissions(folder));
    if (!isOwn(folder, names)) {
      throw new OpenFolderException(
          "other users can enter %s (%s), which holds files that are not Pawl's: run chmod 700 %s, or name a new folder"
              .formatted(folder, mode, folder));
    }
    try {
      Files.setPosixFilePermissions(folder, FOLDER);
    } catch (FileSystemException refused) {
      throw new OpenFolderException(
          "other users can enter %s (%s), and this user may not change that: run chmod 700 %s as its owner, or name a new folder in it"
              .formatted(folder, mode, folder));
    }
  }

  private static boolean isOwn(Path folder, Set<String> names) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      Set<String> found = new HashSet<>();
      entries.forEach(entry -> found.add(entry.getFileName().toString()));
      found.remove(OF_THE_FILE_SYSTEM);
      return found.isEmpty() || found.stream().anyMatch(names::contains);
    }
  }

  /** Sets a file that other users can read to mode 0600. */
  public static void tightenFile(Path file) throws IOException {
    if (!FILE.containsAll(permissions(file))) {
      Files.setPosixFilePermissions(file, FILE);
    }
  }

  /** Empty where the file system has no such permissions. */
  private static Set<PosixFilePermission> permissions(Path path) throws IOException {
    try {
      return Files.getPosixFilePermissions(path);
    } catch (UnsupportedOperationException none) {
      return EnumSet.noneOf(PosixFilePermission.class);
    }
  }

  /** Returns what is wrong in words rather than as the name of an exception. */
  public static String reason(Exception failed) {
    Throwable cause = failed instanceof UncheckedIOException ? failed.getCause() : failed;
    return switch (cause) {
      case FileAlreadyExistsException file -> file.getFile() + " is a file, not a folder";
      case NoSuchFileException missing -> "there is no " + missing.getFile();
      case AccessDeniedException denied -> "this user may not read or write " + denied.getFile();
      case FileSystemException system when system.getReason() != null ->
          system.getFile() + ": " + system.getReason();
      case null, default -> String.valueOf(cause);
    };
  }
}
