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

/** Creates and restricts folders and files that only their owner can read, whatever the umask. */
public final class PrivateFolder {

  private static final Set<PosixFilePermission> FOLDER_MODE =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE_MODE =
      PosixFilePermissions.fromString("rw-------");

  /** The mode of a folder of root that PostgreSQL traverses as another user. */
  private static final Set<PosixFilePermission> TRAVERSABLE =
      PosixFilePermissions.fromString("rwx--x--x");

  private static final int ROOT_ID = 0;

  /** An entry of the root folder of a file system, which does not count as content. */
  private static final String LOST_AND_FOUND = "lost+found";

  private PrivateFolder() {}

  /**
   * Thrown if a folder is open to other users and cannot be closed; the message says what to do.
   */
  public static final class OpenFolderException extends IOException {

    private static final long serialVersionUID = 1L;

    OpenFolderException(String message) {
      super(message);
    }
  }

  /**
   * Creates the folder with mode 0700. An existing folder that other users can enter is set to that
   * mode if it is empty or contains one of the named entries; this protects a folder such as /tmp
   * that was named by mistake.
   *
   * @param names the entries that identify a folder of the caller
   * @throws OpenFolderException if the folder is open to others and may not be changed
   */
  public static void prepare(Path folder, Set<String> names) throws IOException {
    Path absolute = folder.toAbsolutePath().normalize();
    if (!Files.exists(absolute)) {
      Files.createDirectories(Optional.ofNullable(absolute.getParent()).orElse(absolute));
      try {
        Files.createDirectory(absolute, Folders.PRIVATE_FOLDER);
        return;
      } catch (FileAlreadyExistsException concurrent) {
        // Created by a concurrent process; it is checked below like any existing folder.
      }
    }
    if (Files.isDirectory(absolute) && isOpen(absolute)) {
      restrict(absolute, names);
    }
  }

  private static boolean isOpen(Path folder) throws IOException {
    Set<PosixFilePermission> permissions = permissions(folder);
    boolean isTraversable =
        TRAVERSABLE.containsAll(permissions)
            && Files.getAttribute(folder, "unix:uid").equals(ROOT_ID);
    return !isTraversable && !FOLDER_MODE.containsAll(permissions);
  }

  private static void restrict(Path folder, Set<String> names) throws IOException {
    String mode = PosixFilePermissions.toString(permissions(folder));
    if (!belongsToCaller(folder, names)) {
      throw new OpenFolderException(
          "other users can enter %s (%s), which holds files that are not Pawl's: run chmod 700 %s, or name a new folder"
              .formatted(folder, mode, folder));
    }
    try {
      Files.setPosixFilePermissions(folder, FOLDER_MODE);
    } catch (FileSystemException refused) {
      throw new OpenFolderException(
          "other users can enter %s (%s), and this user may not change that: run chmod 700 %s as its owner, or name a new folder in it"
              .formatted(folder, mode, folder));
    }
  }

  private static boolean belongsToCaller(Path folder, Set<String> names) throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      Set<String> found = new HashSet<>();
      entries.forEach(entry -> found.add(entry.getFileName().toString()));
      found.remove(LOST_AND_FOUND);
      return found.isEmpty() || found.stream().anyMatch(names::contains);
    }
  }

  /** Sets a file that other users can read to mode 0600. */
  public static void tightenFile(Path file) throws IOException {
    if (!FILE_MODE.containsAll(permissions(file))) {
      Files.setPosixFilePermissions(file, FILE_MODE);
    }
  }

  /** Returns the permissions of a path; empty if the file system has none. */
  private static Set<PosixFilePermission> permissions(Path path) throws IOException {
    try {
      return Files.getPosixFilePermissions(path);
    } catch (UnsupportedOperationException none) {
      return EnumSet.noneOf(PosixFilePermission.class);
    }
  }

  /** Returns a readable reason instead of the name of an exception. */
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
