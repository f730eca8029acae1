package dev.pawl.chaos.node;

import dev.pawl.chaos.client.Door;
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

/** A node process, in the hands of whoever started it. */
public final class NodeHandle implements AutoCloseable {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Subprocess process;
  private final NodeSettings settings;
  private final Door door;

  private NodeHandle(Subprocess process, NodeSettings settings, Door door) {
    this.process = process;
    this.settings = settings;
    this.door = door;
  }

  /**
   * Starts a process; returns when its node has joined.
   *
   * @param log where it writes what it has to say
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
      String first = out.readLine();
      if (first == null || !first.startsWith(NodeProcess.READY)) {
        throw new IOException(settings.name() + " did not join; see " + log);
      }
      int port = Integer.parseInt(first.substring(NodeProcess.READY.length()));
      return new NodeHandle(new Subprocess(process), settings, new HttpDoor(http, port, PATIENCE));
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  public Door door() {
    return door;
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

  /** As kill -9. */
  public void kill() throws InterruptedException {
    process.kill();
  }

  /** Freezes the process, which does not notice. */
  public void freeze() throws IOException, InterruptedException {
    process.freeze();
  }

  public void thaw() throws IOException, InterruptedException {
    process.thaw();
  }

  /** Asks it to go, and waits until it has; false if it does not in that time. */
  public boolean stop(Duration atMost) throws IOException, InterruptedException {
    return process.stop(atMost);
  }

  /** Waits until it has ended by itself; false if it does not in that time. */
  public boolean awaitEnd(Duration atMost) throws InterruptedException {
    return process.awaitEnd(atMost);
  }

  /** What all its threads do, for people; a frozen process does not tell. */
  public void dumpThreads(Path file) throws IOException, InterruptedException {
    process.dumpThreads(file);
  }

  @Override
  public void close() {
    process.close();
  }
}
