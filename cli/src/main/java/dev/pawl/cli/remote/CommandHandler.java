package dev.pawl.cli.remote;

import dev.pawl.worker.Task;
import dev.pawl.worker.TaskFailure;
import dev.pawl.worker.TaskHandler;
import dev.pawl.worker.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Does a task with a program. */
final class CommandHandler implements TaskHandler {

  private static final int LONGEST_CAUSE = 2_000;

  private final List<String> command;
  private final String error;

  CommandHandler(List<String> command, String error) {
    this.command = command.size() == 1 ? List.of("sh", "-c", command.getFirst()) : command;
    this.error = error;
  }

  @Override
  public Object handle(Task task) throws TaskFailure, InterruptedException, IOException {
    // Files, because a program that does not read or write when expected would block a pipe.
    Path folder = Files.createTempDirectory("pawl-worker");
    Path in = folder.resolve("in");
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    try {
      Files.writeString(in, task.input().toString());
      int code = run(task, in, out, err);
      if (code != 0) {
        throw new TaskFailure(error, "exit code " + code + cause(text(err)));
      }
      return output(text(out));
    } finally {
      for (Path file : List.of(in, out, err, folder)) {
        Files.deleteIfExists(file);
      }
    }
  }

  private int run(Task task, Path in, Path out, Path err) throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(in.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    // A key of ours is nothing that the program needs to know.
    builder.environment().remove("PAWL_KEY");
    builder
        .environment()
        .putAll(
            Map.of(
                "PAWL_IDEMPOTENCY_KEY", task.idempotencyKey(),
                "PAWL_ATTEMPT", Integer.toString(task.attempt()),
                "PAWL_EXECUTION", task.execution(),
                "PAWL_FLOW", task.flow(),
                "PAWL_STEP", task.step()));
    Process process = builder.start();
    try {
      return process.waitFor();
    } finally {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
    }
  }

  private static Object output(String text) {
    try {
      return text.isBlank() ? Value.of(null) : Value.parse(text);
    } catch (IllegalArgumentException plain) {
      return text.stripTrailing();
    }
  }

  private static String cause(String text) {
    String told = text.strip();
    int from = Math.max(0, told.length() - LONGEST_CAUSE);
    return told.isEmpty() ? "" : ": " + told.substring(from);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
