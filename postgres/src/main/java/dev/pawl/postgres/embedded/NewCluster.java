package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.UUID;

/**
 * Creates a data directory and its password. Both are put in place by a rename, the password first,
 * so that a crash never leaves a data directory without a password.
 */
record NewCluster(DataFolder folder, Binaries binaries, RunAs runAs, String user) {

  private static final String UNFINISHED_PREFIX = "new-";
  private static final int FIRST_MAJOR_WITH_BUILTIN_LOCALES = 17;

  void create() throws IOException, InterruptedException {
    String password = Files.exists(folder.passwordFile()) ? password(folder) : newPassword();
    deleteUnfinished();
    // A new name each time: an initdb whose parent was killed may still run in the last one.
    Path fresh = folder.base().resolve(UNFINISHED_PREFIX + UUID.randomUUID());
    Path cluster = fresh.resolve("data");
    Path passwordForInitdb = fresh.resolve("password");
    Files.createDirectory(fresh, Folders.PRIVATE_FOLDER);
    try {
      Files.createDirectory(cluster, Folders.PRIVATE_FOLDER);
      writePrivateFile(passwordForInitdb, password);
      if (runAs.isOtherUser()) {
        Folders.changeOwner(fresh, runAs.user(), runAs.group());
      }
      initialise(cluster, passwordForInitdb);
      Files.move(cluster, folder.cluster(), StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Folders.delete(fresh);
    }
  }

  private void deleteUnfinished() throws IOException {
    try (var unfinished = Files.newDirectoryStream(folder.base(), UNFINISHED_PREFIX + "*")) {
      for (Path path : unfinished) {
        Folders.delete(path);
      }
    }
  }

  private void initialise(Path cluster, Path passwordFile)
      throws IOException, InterruptedException {
    var line =
        new ArrayList<>(
            List.of(
                binaries.program("initdb"),
                "--pgdata=" + cluster,
                "--username=" + user,
                "--pwfile=" + passwordFile,
                "--auth=scram-sha-256",
                "--data-checksums",
                "--encoding=UTF8",
                "--locale=C",
                "--no-instructions"));
    if (binaries.major() >= FIRST_MAJOR_WITH_BUILTIN_LOCALES) {
      // Gives case mappings beyond ASCII that are the same on every machine.
      line.addAll(List.of("--locale-provider=builtin", "--builtin-locale=C.UTF-8"));
    }
    var outcome = ExternalProgram.run(folder.base(), Duration.ofMinutes(5), runAs.line(line));
    if (!outcome.succeeded()) {
      throw new EmbeddedPostgresException(
          "PostgreSQL could not create its data directory in %s:%n%s"
              .formatted(folder.base(), outcome.output().strip()));
    }
  }

  private String newPassword() throws IOException {
    byte[] random = new byte[24];
    new SecureRandom().nextBytes(random);
    String password = Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    Path fresh = folder.base().resolve("password.new");
    Files.deleteIfExists(fresh);
    writePrivateFile(fresh, password);
    Files.move(fresh, folder.passwordFile(), StandardCopyOption.ATOMIC_MOVE);
    return password;
  }

  private static void writePrivateFile(Path file, String text) throws IOException {
    var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    try (FileChannel channel = FileChannel.open(file, options, Folders.PRIVATE_FILE)) {
      channel.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
      channel.force(true);
    }
  }

  static String password(DataFolder folder) throws IOException {
    if (!Files.exists(folder.passwordFile())) {
      throw new EmbeddedPostgresException(
          "the password of the PostgreSQL server is missing: put the file %s back"
              .formatted(folder.passwordFile()));
    }
    PrivateFolder.tightenFile(folder.passwordFile());
    return Files.readString(folder.passwordFile()).strip();
  }
}
