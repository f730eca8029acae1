package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.postgres.database.Database;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code pawl up} as a process. */
record Up(Process process, Path data, Path out, Path err) implements AutoCloseable {

  private static final Duration TIMEOUT = Duration.ofMinutes(3);

  /** If one of these is set, Java reports it in the error output of every program. */
  private static final Set<String> TOLD_BY_JAVA =
      Set.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

  private static final Pattern ADDRESS = Pattern.compile("Pawl is up at (\\S+)");

  /** A condition to wait for. */
  interface Question {
    boolean isSo() throws IOException, InterruptedException;
  }

  /** Starts a class of the class path with options for a fast start. */
  static ProcessBuilder java(Class<?> program, String... arguments) {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), program.getName()));
    line.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(line);
    builder
        .environment()
        .keySet()
        .removeIf(name -> name.startsWith("PAWL_") || TOLD_BY_JAVA.contains(name));
    return builder;
  }

  /** Starts a server on a data folder, which may exist. */
  static Up start(Path folder, String... more) throws IOException {
    Path data = Files.createDirectories(folder).resolve("data");
    Path out = Files.createTempFile(folder, "up", ".out");
    Path err = Files.createTempFile(folder, "up", ".err");
    List<String> arguments = new ArrayList<>(List.of("--data", data.toString(), "--port", "0"));
    arguments.addAll(List.of(more));
    Process process =
        java(Main.class, arguments.toArray(String[]::new))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    return new Up(process, data, out, err);
  }

  /** Formats the address of a database as a value of {@code pawl up --database}. */
  static String url(Database database) {
    return database
        .url()
        .replace(
            "jdbc:postgresql://",
            "postgresql://" + database.user() + ":" + database.password() + "@");
  }

  /** Returns the output until the server was ready. */
  String awaitReady() throws IOException, InterruptedException {
    await(() -> Files.readString(out).contains("when it is started again."));
    return Files.readString(out);
  }

  void await(Question question) throws IOException, InterruptedException {
    Instant limit = Instant.now().plus(TIMEOUT);
    while (!question.isSo()) {
      assertThat(process.isAlive() && Instant.now().isBefore(limit))
          .as(Files.readString(out) + Files.readString(err))
          .isTrue();
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  URI address() throws IOException {
    Matcher address = ADDRESS.matcher(Files.readString(out));
    assertThat(address.find()).isTrue();
    return URI.create(address.group(1));
  }

  Path keyFile() {
    return data.resolve("admin.key");
  }

  /** Stops the process as a service manager does. */
  int stop() throws InterruptedException {
    List<ProcessHandle> children = process.descendants().toList();
    process.destroy();
    assertThat(process.waitFor(TIMEOUT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
    return process.exitValue();
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() {
    process.destroy();
    process.onExit().join();
  }
}
