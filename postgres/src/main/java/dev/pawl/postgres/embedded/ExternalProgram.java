package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs external programs to completion and returns their output. */
final class ExternalProgram {

  record Outcome(int exitCode, String output) {

    boolean succeeded() {
      return exitCode == 0;
    }
  }

  private static final Duration RETRY_DELAY = Duration.ofMillis(20);
  private static final int MAX_START_ATTEMPTS = 250;

  private ExternalProgram() {}

  /** Prepares a program without the environment variables of other PostgreSQL installations. */
  static ProcessBuilder prepare(Path folder, List<String> line) {
    var builder = new ProcessBuilder(line).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  /** Waits between two attempts. */
  interface Pause {
    void await() throws IOException, InterruptedException;
  }

  static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
    return start(builder, () -> Thread.sleep(RETRY_DELAY));
  }

  /**
   * Starts a program, and retries while its file is busy. A child process that this one forks while
   * a program is being unpacked inherits the open file until it calls exec.
   */
  static Process start(ProcessBuilder builder, Pause pause)
      throws IOException, InterruptedException {
    for (int attempt = 1; ; attempt++) {
      try {
        return builder.start();
      } catch (IOException e) {
        if (attempt == MAX_START_ATTEMPTS || !isBusy(e)) {
          throw e;
        }
        pause.await();
      }
    }
  }

  /** Checks the error number, because the message depends on the user's language. */
  private static boolean isBusy(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("error=26") || message.contains("error: 26");
  }

  static Outcome run(Path folder, Duration limit, List<String> line)
      throws IOException, InterruptedException {
    Path outputFile = Files.createTempFile("pawl", ".out");
    Process process = null;
    try {
      process =
          start(
              prepare(folder, line).redirectErrorStream(true).redirectOutput(outputFile.toFile()));
      process.getOutputStream().close();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      String output = new String(Files.readAllBytes(outputFile), StandardCharsets.UTF_8);
      return new Outcome(ended ? process.exitValue() : -1, output);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      Files.deleteIfExists(outputFile);
    }
  }

  /** Returns true if the program exists and exits with code 0. */
  static boolean succeeds(Path folder, List<String> line) throws InterruptedException {
    try {
      return run(folder, Duration.ofSeconds(20), line).succeeded();
    } catch (IOException missing) {
      return false;
    }
  }
}
