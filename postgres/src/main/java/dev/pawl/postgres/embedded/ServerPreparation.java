package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Prepares what a server needs before it is launched: programs, user, data directory. */
record ServerPreparation(LeftoverServer predecessor, List<String> session) {

  static ServerPreparation of(DataFolder folder, EmbeddedOptions options, String user)
      throws IOException, InterruptedException {
    RunAs runAs = RunAs.choose(folder);
    if (!runAs.canEnter(folder.base())) {
      allowTraversal(folder.base());
    }
    if (!runAs.canEnter(folder.base()) && options.enclosing().isPresent()) {
      allowTraversal(options.enclosing().get());
    }
    if (!runAs.canEnter(folder.base())) {
      throw new EmbeddedPostgresException(
          ("PostgreSQL does not run as root, and without root's rights it cannot enter %s:"
                  + " name a folder whose parents others may enter")
              .formatted(folder.base()));
    }
    Binaries binaries = binaries(folder, options, runAs);
    if (Files.exists(folder.cluster())) {
      checkVersion(folder, binaries);
    } else {
      new NewCluster(folder, binaries, runAs, user).create();
    }
    return new ServerPreparation(
        new LeftoverServer(folder, binaries, runAs), sessionPrefix(folder));
  }

  /**
   * Grants execute permission only: others can neither list the folder nor read private files in
   * it.
   */
  private static void allowTraversal(Path base) throws IOException {
    Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(base);
    permissions.add(PosixFilePermission.OTHERS_EXECUTE);
    Files.setPosixFilePermissions(base, permissions);
  }

  private static Binaries binaries(DataFolder folder, EmbeddedOptions options, RunAs runAs)
      throws IOException, InterruptedException {
    if (options.cache().isPresent()) {
      return Binaries.in(options.cache().get().toAbsolutePath());
    }
    Optional<Path> cache = userCache();
    if (cache.isPresent()) {
      Binaries cached = Binaries.in(cache.get());
      if (runAs.canRun(cached.program("postgres"), folder.base())) {
        return cached;
      }
    }
    return Binaries.in(folder.programs());
  }

  static Optional<Path> userCache() {
    String named = System.getenv("XDG_CACHE_HOME");
    Path cache =
        named != null && named.startsWith("/")
            ? Path.of(named)
            : Path.of(System.getProperty("user.home"), ".cache");
    Path ours = cache.resolve("pawl").resolve("postgres");
    try {
      return Optional.of(Files.createDirectories(ours)).filter(Files::isWritable);
    } catch (IOException unwritable) {
      return Optional.empty();
    }
  }

  private static void checkVersion(DataFolder folder, Binaries binaries) throws IOException {
    if (!Files.exists(folder.versionFile())) {
      throw new EmbeddedPostgresException(
          folder.cluster() + " is not a data directory of PostgreSQL that this user can read");
    }
    String written = Files.readString(folder.versionFile()).strip();
    if (!written.equals(Integer.toString(binaries.major()))) {
      throw new EmbeddedPostgresException(
          ("%s was written by PostgreSQL %s, and this program brings PostgreSQL %d, which cannot"
                  + " read it: dump it with the old version and restore it into a new folder")
              .formatted(folder.base(), written, binaries.major()));
    }
  }

  /**
   * Returns a prefix that starts a new session, so that Ctrl-C in the terminal reaches only this
   * program, which then stops the server.
   */
  private static List<String> sessionPrefix(DataFolder folder) throws InterruptedException {
    if (ExternalProgram.succeeds(folder.base(), List.of("setsid", "true"))) {
      return List.of("setsid");
    }
    List<String> perl = List.of("perl", "-e", "use POSIX; POSIX::setsid(); exec @ARGV");
    return ExternalProgram.succeeds(folder.base(), List.of("perl", "-e", "1")) ? perl : List.of();
  }
}
