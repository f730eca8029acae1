package dev.pawl.cli.remote.worker;

import dev.pawl.sdk.CallOrigin;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonNull;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Executes a task by running a program: its input on stdin, its output from stdout. */
final class CommandHandler implements Handler {

  private static final int MAX_CAUSE_LENGTH = 2_000;

  /** The maximum size of the output in bytes; more than any server accepts. */
  private static final int MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

  /** The exit codes of a program that SIGINT or SIGTERM killed. */
  private static final Set<Integer> KILLED_EXIT_CODES = Set.of(128 + 2, 128 + 15);

  private final List<String> command;
  private final String error;
  private final BooleanSupplier isStopping;

  /**
   * Creates a handler that runs the command; a single argument is a line for the shell.
   *
   * @param isStopping returns true if the worker is about to stop
   */
  CommandHandler(List<String> command, String error, BooleanSupplier isStopping) {
    this.isStopping = isStopping;
    this.command = command.size() == 1 ? List.of("sh", "-c", command.getFirst()) : command;
    this.error = error;
  }

  /** Returns a failure of the program without a stack trace, which would only show this class. */
  private HandlerException failure(String cause) {
    HandlerException failure = new HandlerException(error, cause);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }

  @Override
  public Json handle(HandlerCall task) throws HandlerException, InterruptedException, IOException {
    // Files, because a program that does not read or write when expected would block a pipe.
    Path folder = Files.createTempDirectory("pawl-worker");
    Path in = folder.resolve("in");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    try {
      Files.writeString(in, task.input().toString());
      int code = run(task, in, out, err);
      if (KILLED_EXIT_CODES.contains(code) && awaitStopping()) {
        // Ctrl-C kills the program together with the worker; that is no failure of the task.
        throw new InterruptedException();
      }
      if (code != 0) {
        throw failure("exit code " + code + cause(readEnd(err)));
      }
      if (Files.size(out) > MAX_OUTPUT_BYTES) {
        throw failure("it wrote more than %d bytes".formatted(MAX_OUTPUT_BYTES));
      }
      return output(new String(Files.readAllBytes(out), StandardCharsets.UTF_8));
    } finally {
      for (Path file : List.of(in, out, err, folder)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** Waits up to a second for the worker to stop, as the signal may reach the program first. */
  private boolean awaitStopping() throws InterruptedException {
    for (int checks = 0; checks < 100 && !isStopping.getAsBoolean(); checks++) {
      Thread.sleep(Duration.ofMillis(10));
    }
    return isStopping.getAsBoolean();
  }

  private int run(HandlerCall task, Path in, Path out, Path err)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // The program must not inherit the key of the worker.
    builder.environment().remove("PAWL_KEY");
    CallOrigin origin = task.origin();
    builder
        .environment()
        .putAll(
            Map.of(
                "PAWL_IDEMPOTENCY_KEY", task.idempotencyKey(),
                "PAWL_ATTEMPT", Integer.toString(task.attempt()),
                "PAWL_EXECUTION", origin.execution(),
                "PAWL_FLOW", origin.flow(),
                "PAWL_STEP", origin.step()));
    Process process = builder.start();
    try {
      return process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static Json output(String text) {
    try {
      return text.isBlank() ? JsonNull.NULL : Json.parse(text);
    } catch (IllegalArgumentException plain) {
      return Json.of(text.stripTrailing());
    }
  }

  private static String cause(String text) {
    String message = text.strip();
    int from = Math.max(0, message.length() - MAX_CAUSE_LENGTH);
    return message.isEmpty() ? "" : ": " + message.substring(from);
  }

  /** Returns the end of a file without reading the rest. */
  private static String readEnd(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - 4 * MAX_CAUSE_LENGTH));
      byte[] bytes = Channels.newInputStream(channel).readNBytes(4 * MAX_CAUSE_LENGTH);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
