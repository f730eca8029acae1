package dev.pawl.chaos.cluster;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs operating-system commands to completion. */
final class SystemCommand {

  private SystemCommand() {}

  /**
   * Runs a command and returns its output.
   *
   * @throws IOException with the output of the command, if it failed
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
