package dev.pawl.cli.remote;

import dev.pawl.worker.Task;
import dev.pawl.worker.TaskFailure;
import dev.pawl.worker.TaskHandler;
import dev.pawl.worker.Value;
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

/** Does a task with a program. */
final class CommandHandler implements TaskHandler {

  private static final int LONGEST_CAUSE = 2_000;

  /** More than any server takes as an output. */
  private static final int LONGEST_OUTPUT = 4 * 1024 * 1024;

  /** What a program ends with that SIGINT or SIGTERM killed. */
  private static final Set<Integer> KILLED = Set.of(128 + 2, 128 + 15);

  private final List<String> command;
  private final String error;
  private final BooleanSupplier isStopping;

  /**
   * @param isStopping whether the worker is to stop
   */
  CommandHandler(List<String> command, String error, BooleanSupplier isStopping) {
    this.isStopping = isStopping;
    this.command = command.size() == 1 ? List.of("sh", "-c", command.getFirst()) : command;
    this.error = error;
  }

  /** A failure of the program; where it was noticed here is of no use to anybody. */
  private TaskFailure failure(String cause) {
    TaskFailure failure = new TaskFailure(error, cause);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
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
      if (KILLED.contains(code) && stopsSoon()) {
        // Ctrl-C ends the program together with the worker: that is nothing the flow should know.
        throw new InterruptedException();
      }
      if (code != 0) {
        throw failure("exit code " + code + cause(end(err)));
      }
      if (Files.size(out) > LONGEST_OUTPUT) {
        throw failure("it wrote more than %d bytes".formatted(LONGEST_OUTPUT));
      }
      return output(new String(Files.readAllBytes(out), StandardCharsets.UTF_8));
    } finally {
      for (Path file : List.of(in, out, err, folder)) {
        Files.deleteIfExists(file);
      }
    }
  }

  /** The program may be hit first. */
  private boolean stopsSoon() throws InterruptedException {
    for (int looks = 0; looks < 100 && !isStopping.getAsBoolean(); looks++) {
      Thread.sleep(Duration.ofMillis(10));
    }
    return isStopping.getAsBoolean();
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

  /** The last of what a file says, however much it is. */
  private static String end(Path file) throws IOException {
    try (SeekableByteChannel channel = Files.newByteChannel(file)) {
      channel.position(Math.max(0, channel.size() - 4 * LONGEST_CAUSE));
      byte[] bytes = Channels.newInputStream(channel).readNBytes(4 * LONGEST_CAUSE);
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }
}
