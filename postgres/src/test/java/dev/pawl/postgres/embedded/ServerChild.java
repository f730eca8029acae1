package dev.pawl.postgres.embedded;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server in another Java process, which adds a row and then waits to be closed or killed. */
final class ServerChild implements AutoCloseable {

  /** A name that parents cannot hand over if their own locale does not know the messages. */
  static final String STRANGE = "strange";

  private final Process process;
  private final BufferedReader output;
  private final String answer;

  private ServerChild(Process process) throws IOException {
    this.process = process;
    this.output = process.inputReader(StandardCharsets.UTF_8);
    this.answer = String.valueOf(output.readLine());
  }

  static ServerChild start(Path folder, String... arguments) throws IOException {
    return start(List.of(), System.getProperty("java.class.path"), Map.of(), folder, arguments);
  }

  static ServerChild start(
      List<String> prefix,
      String classPath,
      Map<String, String> environment,
      Path folder,
      String... arguments)
      throws IOException {
    var line = new ArrayList<>(prefix);
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-cp", classPath));
    line.add(ServerChild.class.getName());
    line.add(folder.toString());
    line.addAll(List.of(arguments));
    var builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.directory(folder.toFile());
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.environment().putAll(environment);
    return new ServerChild(builder.start());
  }

  /** What it said first: either where it is, or why it is not. */
  String answer() {
    return answer;
  }

  int rows() {
    return Integer.parseInt(field(1));
  }

  long pid() {
    return Long.parseLong(field(2));
  }

  String runsAs() {
    return field(3);
  }

  private String field(int number) {
    if (!answer.startsWith("UP ")) {
      throw new IllegalStateException(answer);
    }
    return answer.split(" ")[number];
  }

  List<ProcessHandle> watchdogs() {
    return process
        .descendants()
        .filter(child -> child.info().command().orElse("").matches(".*/(sh|dash|bash|busybox)"))
        .toList();
  }

  /** It does nothing more until it is killed. */
  void freeze() throws IOException, InterruptedException {
    String[] line = {"kill", "-STOP", Long.toString(process.pid())};
    if (new ProcessBuilder(line).inheritIO().start().waitFor() != 0) {
      throw new IllegalStateException("cannot be stopped");
    }
  }

  void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  int end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    if (!process.waitFor(30, TimeUnit.SECONDS)) {
      throw new IllegalStateException("does not end");
    }
    return process.exitValue();
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(30, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException interrupted) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    output.close();
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    EmbeddedOptions options = EmbeddedOptions.defaults().withSetting("shared_buffers", "32MB");
    for (String argument : List.of(arguments).subList(1, arguments.length)) {
      if (argument.equals(STRANGE)) {
        folder = folder.resolve("mit Blank und Ümläut");
      } else {
        options = options.withCache(Path.of(argument));
      }
    }
    try (var server = EmbeddedPostgres.start(folder, options)) {
      var rows = TestTable.in(server);
      rows.add();
      String runsAs =
          ProcessHandle.of(server.pid()).flatMap(process -> process.info().user()).orElse("?");
      System.out.println("UP " + rows.count() + " " + server.pid() + " " + runsAs);
      while (System.in.read() >= 0) {}
    } catch (EmbeddedPostgresException refused) {
      System.out.println("REFUSED " + refused.getMessage().replace("\n", " | "));
    }
  }
}
