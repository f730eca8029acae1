package dev.pawl.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs Specmatic, which generates valid and invalid requests from an OpenAPI document. */
final class Specmatic {

  private static final String VERSION = "2.55.1";

  private final Path folder;

  /**
   * @param folder where its files are kept
   */
  Specmatic(Path folder) {
    this.folder = folder;
  }

  /** Runs the tool and returns its report. */
  String tries(Path document, String address, String key) throws IOException, InterruptedException {
    Path work = Files.createDirectories(document.toAbsolutePath().getParent());
    Files.writeString(
        work.resolve("specmatic.yaml"),
        """
        version: 2
        contracts:
          - provides:
              - %s
        security:
          OpenAPI:
            securitySchemes:
              key:
                type: bearer
                token: %s
        test:
          resiliencyTests:
            enable: all
          maxTestRequestCombinations: 2
          timeoutInMilliseconds: 60000
        """
            .formatted(document.getFileName(), key));
    Path said = work.resolve("said.txt");
    String java = ProcessHandle.current().info().command().orElse("java");
    run(
        work,
        said,
        List.of(
            java,
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-jar",
            jar(folder).toString(),
            "test",
            "--testBaseURL=" + address),
        false);
    return Files.readString(said);
  }

  /** This version is only published in the npm registry. */
  private static synchronized Path jar(Path folder) throws IOException, InterruptedException {
    Path home = Files.createDirectories(folder.toAbsolutePath());
    Path jar = home.resolve("package/specmatic.jar");
    if (!Files.exists(jar)) {
      run(home, home.resolve("npm.txt"), List.of("npm", "pack", "specmatic@" + VERSION), true);
      Path unpacking = Files.createDirectories(home.resolve("unpacking"));
      run(
          unpacking,
          home.resolve("tar.txt"),
          List.of("tar", "-xzf", "../specmatic-" + VERSION + ".tgz", "package/specmatic.jar"),
          true);
      // The file is moved into place, so that an interrupted build leaves no partial file.
      Files.createDirectories(jar.getParent());
      Files.move(unpacking.resolve("package/specmatic.jar"), jar, StandardCopyOption.ATOMIC_MOVE);
    }
    return jar;
  }

  private static void run(Path folder, Path output, List<String> command, boolean mustSucceed)
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      if (!process.waitFor(10, TimeUnit.MINUTES) || mustSucceed && process.exitValue() != 0) {
        throw new IOException(command + " failed: " + Files.readString(output));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }
}
