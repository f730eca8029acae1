package dev.pawl.architecture;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs a line of shell as a user would type it. */
final class Shell {

  private Shell() {}

  record Outcome(int exitCode, String output, String errors) {}

  static Outcome run(Path folder, Map<String, String> environment, String line)
      throws IOException, InterruptedException {
    Path output = Files.createTempFile("pawl-architecture-tests", ".out");
    Path errors = Files.createTempFile("pawl-architecture-tests", ".err");
    try {
      ProcessBuilder builder =
          new ProcessBuilder("sh", "-c", line)
              .directory(folder.toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().putAll(environment);
      Process process = builder.start();
      process.getOutputStream().close();
      if (!process.waitFor(3, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        throw new IllegalStateException("still running after three minutes: " + line);
      }
      return new Outcome(process.exitValue(), text(output), text(errors));
    } finally {
      Files.delete(output);
      Files.delete(errors);
    }
  }

  /** Writes a {@code ./pawl} script into the folder that runs the classes under test. */
  static void installPawl(Path folder) throws IOException {
    Path script = folder.resolve("pawl");
    Files.writeString(
        script,
        """
        #!/bin/sh
        exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' dev.pawl.cli.PawlCommand "$@"
        """
            .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
    if (!script.toFile().setExecutable(true)) {
      throw new IOException("cannot make " + script + " executable");
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
