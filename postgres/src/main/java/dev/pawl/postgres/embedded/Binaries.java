package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * Locates the unpacked PostgreSQL programs. Several processes may unpack at once: each uses its own
 * folder, and the first to rename it into place provides it for all.
 */
record Binaries(Path folder, int major) {

  private static final Pattern MAJOR = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
  private static final String COMPLETE_MARKER = ".complete";
  private static final String UNFINISHED_PREFIX = ".new-";
  private static final Duration MAX_UNPACK_DURATION = Duration.ofHours(1);

  String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  static Binaries in(Path cache) throws IOException, InterruptedException {
    Platform platform = Platform.current();
    URL archive = platform.findArchive();
    Path target = cache.resolve(platform.archive().replace(".txz", "-" + fingerprint(archive)));
    if (!Files.exists(target.resolve(COMPLETE_MARKER))) {
      unpack(archive, cache, target);
    }
    return new Binaries(
        target, Integer.parseInt(Files.readString(target.resolve(COMPLETE_MARKER)).strip()));
  }

  /** Returns a value that differs between releases, without reading the archive. */
  private static String fingerprint(URL archive) throws IOException {
    URLConnection connection = archive.openConnection();
    long checksum =
        connection instanceof JarURLConnection inJar
            ? inJar.getJarEntry().getCrc()
            : connection.getLastModified();
    return Long.toHexString(checksum);
  }

  private static void unpack(URL archive, Path cache, Path target)
      throws IOException, InterruptedException {
    Files.createDirectories(cache);
    deleteUnfinished(cache);
    Path fresh = cache.resolve(UNFINISHED_PREFIX + UUID.randomUUID());
    Files.createDirectory(fresh);
    try {
      ArchiveUnpacker.unpack(archive, fresh);
      Files.writeString(fresh.resolve(COMPLETE_MARKER), Integer.toString(majorOf(fresh)));
      moveIntoPlace(fresh, target);
    } finally {
      Folders.delete(fresh);
    }
  }

  private static void deleteUnfinished(Path cache) throws IOException {
    Instant limit = Instant.now().minus(MAX_UNPACK_DURATION);
    try (var unfinished = Files.newDirectoryStream(cache, UNFINISHED_PREFIX + "*")) {
      for (Path path : unfinished) {
        if (Files.getLastModifiedTime(path).toInstant().isBefore(limit)) {
          Folders.delete(path);
        }
      }
    }
  }

  private static int majorOf(Path folder) throws IOException, InterruptedException {
    List<String> line = List.of(folder.resolve("bin/postgres").toString(), "--version");
    String version = ExternalProgram.run(folder, Duration.ofMinutes(1), line).output();
    var matcher = MAJOR.matcher(version);
    if (!matcher.find()) {
      throw new EmbeddedPostgresException(
          "the unpacked PostgreSQL does not run on this machine: " + version.strip());
    }
    return Integer.parseInt(matcher.group(1));
  }

  private static void moveIntoPlace(Path fresh, Path target) throws IOException {
    try {
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException taken) {
      if (Files.exists(target.resolve(COMPLETE_MARKER))) {
        return;
      }
      // The folder in place is incomplete, such as after a partial cleanup: move it away.
      Path incomplete = target.resolveSibling(UNFINISHED_PREFIX + UUID.randomUUID());
      Files.move(target, incomplete, StandardCopyOption.ATOMIC_MOVE);
      Files.move(fresh, target, StandardCopyOption.ATOMIC_MOVE);
      Folders.delete(incomplete);
    }
  }
}
