package dev.pawl.chaos.node;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The last lines of the log of a process, for the message of a failure. */
public final class LogTail {

  private static final int MAX_LINES = 40;

  private LogTail() {}

  /** Returns the path and the last lines of a log; a missing log has no lines. */
  public static String of(Path log) throws IOException {
    if (!Files.exists(log)) {
      return log + " does not exist";
    }
    // Not strict: a killed process may leave half a character.
    List<String> lines =
        new String(Files.readAllBytes(log), StandardCharsets.UTF_8).lines().toList();
    List<String> last = lines.subList(Math.max(0, lines.size() - MAX_LINES), lines.size());
    return "the end of %s:%n%s".formatted(log, String.join("\n", last));
  }
}
