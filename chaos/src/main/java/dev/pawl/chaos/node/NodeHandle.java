package dev.pawl.chaos.node;

import dev.pawl.chaos.client.ServerEndpoint;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Controls a node process. */
public final class NodeHandle implements AutoCloseable {

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(10);

  private final Subprocess process;
  private final NodeSettings settings;
  private final ServerEndpoint endpoint;

  private NodeHandle(Subprocess process, NodeSettings settings, ServerEndpoint endpoint) {
    this.process = process;
    this.settings = settings;
    this.endpoint = endpoint;
  }

  /**
   * Starts a process and waits until its node has joined.
   *
   * @param log the log file of the process
   */
  public static NodeHandle start(
      NodeSettings settings, Map<String, String> environment, Path log, HttpClient http)
      throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(
        List.of(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-cp",
            System.getProperty("java.class.path"),
            NodeProcess.class.getName()));
    line.addAll(settings.arguments());
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().putAll(environment);
    builder.redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
    Process process = builder.start();
    try {
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      return new NodeHandle(
          new Subprocess(process),
          settings,
          new HttpEndpoint(http, awaitPort(process, out, settings, log), REQUEST_TIMEOUT));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Reads the port that the process prints when it has joined; the JVM may print lines before. */
  private static int awaitPort(Process process, BufferedReader out, NodeSettings settings, Path log)
      throws IOException {
    List<String> printed = new ArrayList<>();
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      if (line.startsWith(NodeProcess.READY)) {
        return Integer.parseInt(line.substring(NodeProcess.READY.length()));
      }
      printed.add(line);
    }
    throw new IOException(
        "%s did not join: %s; it printed %s; %s"
            .formatted(settings.name(), process.onExit().join(), printed, LogTail.of(log)));
  }

  public ServerEndpoint endpoint() {
    return endpoint;
  }

  public NodeSettings settings() {
    return settings;
  }

  public long pid() {
    return process.pid();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Kills the process with SIGKILL. */
  public void kill() throws InterruptedException {
    process.kill();
  }

  /** Freezes the process with SIGSTOP. */
  public void freeze() throws IOException, InterruptedException {
    process.freeze();
  }

  public void thaw() throws IOException, InterruptedException {
    process.thaw();
  }

  /** Sends SIGTERM and waits for the end; returns false on timeout. */
  public boolean stop(Duration atMost) throws IOException, InterruptedException {
    return process.stop(atMost);
  }

  /** Waits until the process has ended by itself; returns false on timeout. */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    return process.awaitEnd(atMost);
  }

  /** Writes a thread dump; a frozen process writes none. */
  public void dumpThreads(Path file) throws IOException, InterruptedException {
    process.dumpThreads(file);
  }

  @Override
  public void close() {
    process.close();
  }
}
