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
 * The programs of PostgreSQL, unpacked. Many processes may want them at the same time: each unpacks
 * into a folder of its own, and the first to rename it into place serves all.
 */
record Binaries(Path folder, int major) {

  private static final Pattern MAJOR = Pattern.compile("\\(PostgreSQL\\) (\\d+)");
  private static final String COMPLETE = ".complete";
  private static final String UNFINISHED = ".new-";
  private static final Duration SURELY_DEAD = Duration.ofHours(1);

  String program(String name) {
    return folder.resolve("bin").resolve(name).toString();
  }

  static Binaries in(Path cache) throws IOException, InterruptedException {
    Platform platform = Platform.current();
    URL archive = platform.findArchive();
    Path place = cache.resolve(platform.archive().replace(".txz", "-" + fingerprint(archive)));
    if (!Files.exists(place.resolve(COMPLETE))) {
      unpack(archive, cache, place);
    }
    return new Binaries(place, Integer.parseInt(Files.readString(place.resolve(COMPLETE)).strip()));
  }

  /** Tells one release from the next without reading it. */
  private static String fingerprint(URL archive) throws IOException {
    URLConnection connection = archive.openConnection();
    long mark =
        connection instanceof JarURLConnection inJar
            ? inJar.getJarEntry().getCrc()
            : connection.getLastModified();
    return Long.toHexString(mark);
  }

  private static void unpack(URL archive, Path cache, Path place)
      throws IOException, InterruptedException {
    Files.createDirectories(cache);
    clearAwayUnfinished(cache);
    Path fresh = cache.resolve(UNFINISHED + UUID.randomUUID());
    Files.createDirectory(fresh);
    try {
      Unpacking.unpack(archive, fresh);
      Files.writeString(fresh.resolve(COMPLETE), Integer.toString(majorOf(fresh)));
      putInPlace(fresh, place);
    } finally {
      Folders.delete(fresh);
    }
  }

  private static void clearAwayUnfinished(Path cache) throws IOException {
    Instant limit = Instant.now().minus(SURELY_DEAD);
    try (var unfinished = Files.newDirectoryStream(cache, UNFINISHED + "*")) {
      for (Path path : unfinished) {
        if (Files.getLastModifiedTime(path).toInstant().isBefore(limit)) {
          Folders.delete(path);
        }
      }
    }
  }

  private static int majorOf(Path folder) throws IOException, InterruptedException {
    List<String> line = List.of(folder.resolve("bin/postgres").toString(), "--version");
    String version = Program.run(folder, Duration.ofMinutes(1), line).output();
    var matcher = MAJOR.matcher(version);
    if (!matcher.find()) {
      throw new EmbeddedPostgresException(
          "the unpacked PostgreSQL does not run on this machine: " + version.strip());
    }
    return Integer.parseInt(matcher.group(1));
  }

  private static void putInPlace(Path fresh, Path place) throws IOException {
    try {
      Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException taken) {
      if (Files.exists(place.resolve(COMPLETE))) {
        return;
      }
      // Somebody cleaned up halfway: out of the way with the rest of it.
      Path rest = place.resolveSibling(UNFINISHED + UUID.randomUUID());
      Files.move(place, rest, StandardCopyOption.ATOMIC_MOVE);
      Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE);
      Folders.delete(rest);
    }
  }
}
