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

/** Unpacks an archive so that everybody on the machine may read and run what is in it. */
final class Unpacking {

  private Unpacking() {}

  static void unpack(URL archive, Path folder) throws IOException {
    permit(folder, true);
    try (InputStream packed = new BufferedInputStream(archive.openStream(), 1 << 16);
        var tar = new TarArchiveInputStream(new XZInputStream(packed))) {
      for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
        if (isOfUse(entry.getName())) {
          write(entry, tar, folder);
        }
      }
    }
  }

  /** What only compilers want is a third of the archive. */
  private static boolean isOfUse(String name) {
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
      permit(target, true);
      return;
    }
    Files.createDirectories(target.getParent());
    if (entry.isSymbolicLink()) {
      Files.createSymbolicLink(target, Path.of(entry.getLinkName()));
    } else {
      Files.copy(content, target);
      permit(target, (entry.getMode() & 0100) != 0);
    }
  }

  private static void permit(Path path, boolean run) throws IOException {
    Files.setPosixFilePermissions(
        path, PosixFilePermissions.fromString(run ? "rwxr-xr-x" : "rw-r--r--"));
  }
}
