package dev.pawl.cli.run;

import dev.pawl.model.json.JsonSyntaxException;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs a line for the shell as a handler. It reads the input as JSON from standard input and writes
 * its result as JSON to standard output; an exit code other than zero is a failure.
 */
final class ExecProgram {

  private static final String FAILED = "Exec.Failed";

  private ExecProgram() {}

  static Json make(String line, HandlerCall call) throws HandlerException, InterruptedException {
    try {
      Path folder = Files.createTempDirectory("pawl-exec");
      try {
        return make(line, call, new Streams(folder));
      } finally {
        new Streams(folder).delete();
      }
    } catch (IOException e) {
      throw new HandlerException(FAILED, "cannot run '" + line + "': " + e.getMessage());
    }
  }

  /**
   * Files for the streams, because a program that does not read or write when expected would block
   * a pipe.
   */
  private record Streams(Path folder) {

    Path in() {
      return folder.resolve("in");
    }

    Path out() {
      return folder.resolve("out");
    }

    Path err() {
      return folder.resolve("err");
    }

    void delete() throws IOException {
      Files.deleteIfExists(in());
      Files.deleteIfExists(out());
      Files.deleteIfExists(err());
      Files.deleteIfExists(folder);
    }
  }

  private static Json make(String line, HandlerCall call, Streams streams)
      throws IOException, HandlerException, InterruptedException {
    Files.writeString(streams.in(), call.input().toString());
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line)
            .redirectInput(streams.in().toFile())
            .redirectOutput(streams.out().toFile())
            .redirectError(streams.err().toFile());
    builder.environment().put("PAWL_IDEMPOTENCY_KEY", call.idempotencyKey());
    builder.environment().put("PAWL_ATTEMPT", Integer.toString(call.attempt()));
    Process process = builder.start();
    try {
      int code = process.waitFor();
      if (code != 0) {
        throw new HandlerException(FAILED, "exit code " + code + lastLine(streams.err()));
      }
      return result(line, text(streams.out()));
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static Json result(String line, String text) throws HandlerException {
    try {
      return text.isBlank() ? JsonNull.NULL : JsonText.parse(text);
    } catch (JsonSyntaxException e) {
      throw new HandlerException(FAILED, "'%s' wrote no JSON: %s".formatted(line, e.getMessage()));
    }
  }

  private static String lastLine(Path file) throws IOException {
    return text(file).lines().reduce((a, b) -> b).map(last -> ": " + last).orElse("");
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
