package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.pawl.postgres.embedded.FreePort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Runs the quick start of the README as written: real processes in three terminals, a server that
 * is killed, an execution that continues.
 */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class ReadmeTest {

  private static final Path ROOT = Path.of(System.getProperty("pawl.root"));
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final String DONE = "-- done --";

  private static final Pattern BLOCK =
      Pattern.compile("<!-- (server|you|worker) -->\n```shell\n(.*?)```", Pattern.DOTALL);
  private static final Pattern FILE =
      Pattern.compile("Save this as `(tea[^`]+)`:\\s*```\\w+\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  private final List<Process> processes = new ArrayList<>();
  private int port;

  @AfterEach
  void end() throws Exception {
    for (Process process : processes.reversed()) {
      process.destroy();
      process.waitFor();
    }
  }

  @Test
  void shouldRunTheCommandsOfTheReadme() throws Exception {
    assumeTrue(
        new ProcessBuilder("sh", "-c", "command -v python3 >/dev/null").start().waitFor() == 0,
        "there is no python3");
    checkout();
    List<MatchResult> blocks =
        BLOCK.matcher(Files.readString(ROOT.resolve("README.md"))).results().toList();
    Process you = process("sh", Files.createTempFile(folder, "you", ".err"), null);

    StringBuilder seen = new StringBuilder();
    for (MatchResult block : blocks) {
      String commands = block.group(2);
      switch (block.group(1)) {
        case "server" -> serve(commands);
        case "worker" -> terminal(commands);
        default -> seen.append(type(you, commands));
      }
    }

    assertThat(blocks).hasSize(6);
    assertThat(seen.toString())
        .contains("tea: created, published as v1", "Boil")
        .endsWith(
            """
            SUCCEEDED

            {
              "guest": "Ada",
              "seconds": 2,
              "served": {
                "cup": "tea",
                "guest": "Ada"
              }
            }
            """);
  }

  private void checkout() throws IOException {
    port = FreePort.find();
    Files.createDirectory(folder.resolve("examples"));
    Files.copy(ROOT.resolve("examples/worker.py"), folder.resolve("examples/worker.py"));
    String readme = Files.readString(ROOT.resolve("README.md"));
    for (MatchResult file : FILE.matcher(readme).results().toList()) {
      Files.writeString(folder.resolve(file.group(1)), file.group(2));
    }
    // The launcher of the classes under test.
    Path pawl =
        Files.writeString(
            folder.resolve("pawl"),
            """
            #!/bin/sh
            program=dev.pawl.cli.PawlCommand
            if [ "$1" = up ]; then program=dev.pawl.server.Main; shift; fi
            exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' $program "$@"
            """
                .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
    assertThat(pawl.toFile().setExecutable(true)).isTrue();
  }

  /** Starts a command in a separate terminal and waits until it is ready. */
  private void serve(String commands) throws Exception {
    Path out = terminal(commands);
    await(() -> Files.readString(out).contains("Pawl is up at"), out);
  }

  private Path terminal(String commands) throws IOException {
    Path out = Files.createTempFile(folder, "terminal", ".out");
    process("exec " + commands.strip(), out, out);
    return out;
  }

  private Process process(String line, Path err, Path out) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-c", line)
            .directory(folder.toFile())
            .redirectError(ProcessBuilder.Redirect.appendTo(err.toFile()));
    if (out != null) {
      builder.redirectOutput(ProcessBuilder.Redirect.appendTo(out.toFile()));
    }
    builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
    builder.environment().put("PAWL_PORT", Integer.toString(port));
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    Process process = builder.start();
    processes.add(process);
    return process;
  }

  /** Types commands into a shell and returns their output. */
  private static String type(Process shell, String commands) throws IOException {
    Writer in = shell.outputWriter(StandardCharsets.UTF_8);
    in.write(commands + "\necho '" + DONE + "'\n");
    in.flush();
    BufferedReader out = shell.inputReader(StandardCharsets.UTF_8);
    StringBuilder printed = new StringBuilder();
    for (String line = out.readLine(); line != null && !line.equals(DONE); line = out.readLine()) {
      printed.append(line).append('\n');
    }
    return printed.toString();
  }

  @FunctionalInterface
  private interface Condition {
    boolean holds() throws IOException;
  }

  private static void await(Condition condition, Path log) throws IOException {
    Instant limit = Instant.now().plus(TIMEOUT);
    while (!condition.holds()) {
      assertThat(Instant.now()).as(Files.readString(log)).isBefore(limit);
      LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
    }
  }
}
