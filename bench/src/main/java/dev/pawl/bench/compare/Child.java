package dev.pawl.bench.compare;

import dev.pawl.model.json.JsonText;
import dev.pawl.peers.Worker;
import dev.pawl.sdk.Json;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The process of one engine, seen from outside. */
final class Child implements AutoCloseable {

  /** Above any warm-up and window: an engine that hangs shall not take the others with it. */
  private static final long LIMIT_SECONDS = 120;

  private final String name;
  private final Process process;
  private final BufferedReader answers;
  private final Writer questions;

  /** An engine that could not do what it was asked for. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message, Throwable cause) {
      super(message, cause);
    }

    Failed(String message) {
      super(message);
    }
  }

  private Child(String name, Process process) {
    this.name = name;
    this.process = process;
    this.answers = process.inputReader();
    this.questions = process.outputWriter();
  }

  /** All get the same memory and the collector that takes the least from the others. */
  static Child start(Contender contender, Path logs) {
    File log = logs.resolve(contender.key() + ".log").toFile();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms512m",
            "-Xmx2g",
            "-XX:+UseParallelGC",
            "-cp",
            contender.classPath(),
            Worker.class.getName(),
            contender.engine());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log)).start();
      return new Child(contender.title(), process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Asks and waits for the answer. */
  Json ask(Object... words) {
    try {
      questions.write(String.join(" ", List.of(words).stream().map(Object::toString).toList()));
      questions.write('\n');
      questions.flush();
      String line = CompletableFuture.supplyAsync(this::read).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      Json answer = JsonText.parse(line);
      Optional<Json> error = answer.get("error");
      if (error.isPresent()) {
        throw new Failed(name + ": " + error.get().asText());
      }
      return answer;
    } catch (TimeoutException e) {
      throw new Failed(name + ": no answer to " + words[0], e);
    } catch (IOException | ExecutionException e) {
      throw new Failed(name + ": the process ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed(name + ": interrupted", e);
    }
  }

  private String read() {
    try {
      String line = answers.readLine();
      if (line == null) {
        throw new IOException("no more answers");
      }
      return line;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
