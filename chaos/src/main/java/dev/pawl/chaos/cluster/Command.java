package dev.pawl.chaos.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Programs of the system, run to their end. */
final class Command {

  private Command() {}

  /**
   * @throws IOException with what the program said, if it failed
   */
  static String run(List<String> line) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(line).redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException(String.join(" ", line) + ": " + said);
    }
    return said;
  }
}
