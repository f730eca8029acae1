package dev.pawl.bench.compare;

import dev.pawl.model.json.JsonText;
import dev.pawl.peers.EngineMain;
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

/** The process of one engine, controlled over its standard input and output. */
final class EngineProcess implements AutoCloseable {

  /** Longer than any warm-up and window, so that a hanging engine does not block the others. */
  private static final long ANSWER_TIMEOUT_SECONDS = 120;

  private final String name;
  private final Process process;
  private final BufferedReader responses;
  private final Writer requests;

  /** Thrown when an engine process ends, hangs or reports an error. */
  static final class Failed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Failed(String message, Throwable cause) {
      super(message, cause);
    }

    Failed(String message) {
      super(message);
    }
  }

  private EngineProcess(String name, Process process) {
    this.name = name;
    this.process = process;
    this.responses = process.inputReader();
    this.requests = process.outputWriter();
  }

  /** Starts the process of an engine; all get the same heap and garbage collector. */
  static EngineProcess start(ComparedEngine contender, Path logs) {
    File log = logs.resolve(contender.key() + ".log").toFile();
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms512m",
            "-Xmx2g",
            "-XX:+UseParallelGC",
            "-cp",
            contender.classPath(),
            EngineMain.class.getName(),
            contender.engine());
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log)).start();
      return new EngineProcess(contender.title(), process);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends a request and waits for the answer. */
  Json request(Object... arguments) {
    try {
      requests.write(String.join(" ", List.of(arguments).stream().map(Object::toString).toList()));
      requests.write('\n');
      requests.flush();
      String line =
          CompletableFuture.supplyAsync(this::read).get(ANSWER_TIMEOUT_SECONDS, TimeUnit.SECONDS);
      Json answer = JsonText.parse(line);
      Optional<Json> error = answer.get("error");
      if (error.isPresent()) {
        throw new Failed(name + ": " + error.get().asText());
      }
      return answer;
    } catch (TimeoutException e) {
      throw new Failed(name + ": no answer to " + arguments[0], e);
    } catch (IOException | ExecutionException e) {
      throw new Failed(name + ": the process ended", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failed(name + ": interrupted", e);
    }
  }

  private String read() {
    try {
      String line = responses.readLine();
      if (line == null) {
        throw new IOException("the process ended without an answer");
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
