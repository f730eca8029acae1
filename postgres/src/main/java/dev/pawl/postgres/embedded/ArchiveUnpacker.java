package dev.pawl.postgres.embedded;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/** Unpacks an archive so that all users of the machine can read and run its content. */
final class ArchiveUnpacker {

  private ArchiveUnpacker() {}

  static void unpack(URL archive, Path folder) throws IOException {
    setMode(folder, true);
    try (InputStream packed = new BufferedInputStream(archive.openStream(), 1 << 16);
        var tar = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (isNeeded(entry.getName())) {
          write(entry, tar, folder);
        }
      }
    }
  }

  /** Returns false for files that only compilers need, a third of the archive. */
  private static boolean isNeeded(String name) {
    return !name.endsWith(".a") && !name.startsWith("include/") && !name.contains("/pkgconfig/");
  }

  private static void write(TarArchiveEntry entry, InputStream content, Path folder)
      throws IOException {
    Path target = folder.resolve(entry.getName()).normalize();
    if (!target.startsWith(folder)) {
      throw new IOException("the archive leaves its folder: " + entry.getName());
    }
    if (entry.isDirectory()) {
      Files.createDirectories(target);
      setMode(target, true);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else {
      Files.copy(content, target);
      setMode(target, (entry.getMode() & 0100) != 0);
    }
  }

  private static void setMode(Path path, boolean executable) throws IOException {
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(executable ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
