package dev.pawl.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The program in a process of its own, which can be killed. */
final class Child implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final Process process;
  private final Path out;
  private final Path err;
  private final List<ProcessHandle> descendants = new ArrayList<>();

  /** Something that is to become so. */
  interface Question {
    boolean isSo() throws IOException;
  }

  private Child(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts it in a folder, where its output is kept too. */
  static Child pawl(Path folder, List<String> options, List<String> arguments) throws IOException {
    return pawl(folder, Map.of(), options, arguments);
  }

  static Child pawl(
      Path folder, Map<String, String> environment, List<String> options, List<String> arguments)
      throws IOException {
    Path out = Files.createTempFile(folder, "pawl", ".out");
    Path err = Files.createTempFile(folder, "pawl", ".err");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(options);
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), PawlCommand.class.getName()));
    line.addAll(arguments);
    ProcessBuilder builder =
        new ProcessBuilder(line)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    return new Child(builder.start(), out, err);
  }

  static Child pawl(Path folder, String... arguments) throws IOException {
    return pawl(folder, List.of(), List.of(arguments));
  }

  /** Waits until it has written that, or has ended. */
  Child awaitOutput(String text) throws IOException {
    return await(() -> !process.isAlive() || out().contains(text), "not written: " + text);
  }

  /** Waits until something of its doing is seen. */
  Child await(Question question, String otherwise) throws IOException {
    Instant limit = Instant.now().plus(TIMEOUT);
    while (!question.isSo()) {
      if (Instant.now().isAfter(limit)) {
        throw new AssertionError(otherwise + "\n" + out() + err());
      }
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
    return this;
  }

  /** As kill -9 does. */
  void kill() throws InterruptedException {
    process.descendants().forEach(descendants::add);
    process.destroyForcibly().waitFor();
  }

  /** As Ctrl-C does. */
  int stop() throws InterruptedException {
    process.destroy();
    return awaitEnd();
  }

  int awaitEnd() throws InterruptedException {
    if (!process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)) {
      throw new AssertionError("it does not end");
    }
    return process.exitValue();
  }

  String out() throws IOException {
    return text(out);
  }

  String err() throws IOException {
    return text(err);
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    process.descendants().forEach(descendants::add);
    process.destroyForcibly();
    // PostgreSQL ends by itself when its program is dead, and does not like to be killed.
    descendants.stream()
        .filter(child -> !child.info().commandLine().orElse("postgres").contains("postgres"))
        .forEach(ProcessHandle::destroyForcibly);
  }
}
