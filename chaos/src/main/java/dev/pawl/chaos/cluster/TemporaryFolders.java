package dev.pawl.chaos.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Temporary folders and disks. */
public final class TemporaryFolders {

  private TemporaryFolders() {}

  /** Creates an empty folder that other users may enter. */
  public static Path open() throws IOException {
    Path folder = Files.createTempDirectory("pawl-chaos");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    return folder;
  }

  public static void delete(Path folder) throws IOException {
    List<Path> paths;
    try (Stream<Path> all = Files.walk(folder)) {
      paths = all.sorted(Comparator.reverseOrder()).toList();
    }
    for (Path path : paths) {
      Files.deleteIfExists(path);
    }
  }

  /** Mounts a memory disk of the given size on a folder; needs root. */
  public static void mount(Path folder, int megabytes) throws IOException, InterruptedException {
    SystemCommand.run(
        List.of(
            "mount", "-t", "tmpfs", "-o", "size=" + megabytes + "m", "tmpfs", folder.toString()));
  }

  /** Unmounts the disk, even if the thread is interrupted. */
  public static void unmount(Path folder) throws IOException, InterruptedException {
    boolean interrupted = Thread.interrupted();
    SystemCommand.run(List.of("umount", "--lazy", folder.toString()));
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Fills the disk of a folder and returns the file that fills it. */
  public static Path fill(Path folder) throws IOException {
    Path file = folder.resolve("filler");
    byte[] block = new byte[64 * 1024];
    try (var out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException full) {
      return file;
    }
  }
}
