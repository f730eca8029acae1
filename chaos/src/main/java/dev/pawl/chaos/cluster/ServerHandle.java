package dev.pawl.chaos.cluster;

import dev.pawl.chaos.node.LogTail;
import dev.pawl.chaos.node.Subprocess;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A server process, started like the product. */
public final class ServerHandle {

  private static final Duration START_TIMEOUT = Duration.ofMinutes(3);

  private final Subprocess process;

  private final String name;
  private final int port;

  private ServerHandle(Subprocess process, String name, int port) {
    this.process = process;
    this.name = name;
    this.port = port;
  }

  /**
   * How a server is started.
   *
   * @param databasePort the port that leads to the database
   * @param data the folder of its key
   * @param logs the folder of its log
   */
  record ServerSettings(
      DatabaseAddress database, int databasePort, Duration lease, Path data, Path logs) {}

  /** Starts a process and waits until it accepts requests. */
  static ServerHandle start(ServerSettings settings, String name, int port)
      throws IOException, InterruptedException {
    Path out = Files.createTempFile(settings.logs(), name + "-", ".out");
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xshare:auto"));
    line.addAll(List.of("-jar", product().toString()));
    line.addAll(List.of("--port", Integer.toString(port), "--node-name", name));
    line.addAll(List.of("--lease", settings.lease().toSeconds() + "s", "--samples", "false"));
    line.addAll(List.of("--data", settings.data().resolve(name).toString()));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder.environment().keySet().removeIf(variable -> variable.startsWith("PAWL_"));
    builder.environment().put("PAWL_DATABASE", url(settings));
    builder.redirectOutput(out.toFile());
    builder.redirectError(
        ProcessBuilder.Redirect.appendTo(settings.logs().resolve(name + ".log").toFile()));
    Process process = builder.start();
    try {
      long until = System.nanoTime() + START_TIMEOUT.toNanos();
      while (!Files.readString(out).contains("Pawl is up")) {
        if (!process.isAlive() || System.nanoTime() - until > 0) {
          Path log = settings.logs().resolve(name + ".log");
          throw new IOException(name + " does not serve; " + LogTail.of(log));
        }
        Thread.sleep(50);
      }
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
    return new ServerHandle(new Subprocess(process), name, port);
  }

  private static String url(ServerSettings settings) {
    DatabaseAddress database = settings.database();
    return "postgresql://%s:%s@127.0.0.1:%d/%s?sslmode=disable"
        .formatted(
            URLEncoder.encode(database.user(), StandardCharsets.UTF_8),
            URLEncoder.encode(database.password(), StandardCharsets.UTF_8),
            settings.databasePort(),
            database.name());
  }

  /** Returns the server jar that the build made. */
  private static Path product() throws IOException {
    Path jar = Path.of(System.getProperty("pawl.root", "."), "server", "target", "pawl-server.jar");
    if (!Files.exists(jar)) {
      throw new IOException("there is no " + jar.toAbsolutePath() + "; mvn package makes it");
    }
    return jar.toAbsolutePath();
  }

  public Subprocess process() {
    return process;
  }

  public String name() {
    return name;
  }

  public int port() {
    return port;
  }

  /**
   * Returns the resident memory of the process in megabytes; 0 where the system does not report it.
   */
  public long residentMegabytes() throws IOException {
    Path status = Path.of("/proc", Long.toString(process.pid()), "status");
    if (!Files.exists(status)) {
      return 0;
    }
    return Files.readAllLines(status).stream()
        .filter(one -> one.startsWith("VmRSS:"))
        .mapToLong(one -> Long.parseLong(one.replaceAll("\\D", "")) / 1024)
        .findFirst()
        .orElse(0);
  }
}
