package dev.pawl.postgres.embedded;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Programs that run to their end, with what they said. */
final class Program {

  record Outcome(int exitCode, String output) {

    boolean succeeded() {
      return exitCode == 0;
    }
  }

  private static final Duration PAUSE = Duration.ofMillis(20);
  private static final int MOST_TRIES = 250;

  private Program() {}

  /** Prepares a program that knows nothing of the PostgreSQL the user may work with otherwise. */
  static ProcessBuilder prepare(Path folder, List<String> line) {
    var builder = new ProcessBuilder(line).directory(folder.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PG"));
    builder.environment().put("LC_ALL", "C");
    return builder;
  }

  /** Lets some time go by. */
  interface Pause {
    void take() throws IOException, InterruptedException;
  }

  static Process start(ProcessBuilder builder) throws IOException, InterruptedException {
    return start(builder, () -> Thread.sleep(PAUSE));
  }

  /**
   * Starts a program that may have been unpacked a moment ago. Whatever else this process starts
   * meanwhile has the file open for writing too, for as long as it takes to become another program.
   */
  static Process start(ProcessBuilder builder, Pause pause)
      throws IOException, InterruptedException {
    for (int tries = 1; ; tries++) {
      try {
        return builder.start();
      } catch (IOException e) {
        if (tries == MOST_TRIES || !isBusy(e)) {
          throw e;
        }
        pause.take();
      }
    }
  }

  /** By the system's number: its words are those of the user's language. */
  private static boolean isBusy(IOException e) {
    String told = String.valueOf(e.getMessage());
    return told.contains("error=26") || told.contains("error: 26");
  }

  static Outcome run(Path folder, Duration limit, List<String> line)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile("pawl", ".out");
    Process process = null;
    try {
      process =
          start(prepare(folder, line).redirectErrorStream(true).redirectOutput(said.toFile()));
      process.getOutputStream().close();
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      String output = new String(Files.readAllBytes(said), StandardCharsets.UTF_8);
      return new Outcome(ended ? process.exitValue() : -1, output);
    } finally {
      if (process != null) {
        process.destroyForcibly();
      }
      Files.deleteIfExists(said);
    }
  }

  /** Whether a program is there and content. */
  static boolean succeeds(Path folder, List<String> line) throws InterruptedException {
    try {
      return run(folder, Duration.ofSeconds(20), line).succeeded();
    } catch (IOException notThere) {
      return false;
    }
  }
}
