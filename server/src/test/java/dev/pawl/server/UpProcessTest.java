package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code pawl up} as a process: what it says, what it brings, and that it leaves nothing behind.
 */
@DisabledOnOs(OS.WINDOWS)
class UpProcessTest {

  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final Pattern ADDRESS = Pattern.compile("Pawl is up at (\\S+)");

  @TempDir Path folder;

  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void end() throws Exception {
    for (Process process : started) {
      process.destroy();
      process.waitFor();
    }
  }

  private record Up(Process process, Path out, Path err) {

    String awaitOutput(String text) throws IOException {
      Instant limit = Instant.now().plus(PATIENCE);
      while (!Files.readString(out).contains(text)) {
        assertThat(process.isAlive() && Instant.now().isBefore(limit))
            .as(Files.readString(out) + Files.readString(err))
            .isTrue();
        LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
      }
      return Files.readString(out);
    }

    Commands commands(Path data) throws IOException {
      Matcher address = ADDRESS.matcher(Files.readString(out));
      assertThat(address.find()).isTrue();
      return new Commands(URI.create(address.group(1)), data.resolve("admin.key"));
    }

    /** As a service manager does. */
    int stop() throws InterruptedException {
      List<ProcessHandle> children = process.descendants().toList();
      process.destroy();
      assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(children).isNotEmpty().noneMatch(ProcessHandle::isAlive);
      return process.exitValue();
    }
  }

  private Up up(String... arguments) throws IOException {
    List<String> line = new ArrayList<>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
    line.addAll(List.of("--data", folder.resolve("data").toString(), "--port", "0"));
    line.addAll(List.of(arguments));
    Path out = Files.createTempFile(folder, "up", ".out");
    Path err = Files.createTempFile(folder, "up", ".err");
    ProcessBuilder builder =
        new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
    Process process = builder.start();
    started.add(process);
    return new Up(process, out, err);
  }

  @Test
  void shouldSayWhereThingsAreAndEndCleanly() throws Exception {
    Path data = folder.resolve("data");
    Up first = up();
    String told = first.awaitOutput("when it is started again.");
    Commands commands = first.commands(data);

    assertThat(told).contains("sign in    http://127.0.0.1:", data.resolve("admin.key").toString());
    assertThat(first.err()).isEmptyFile();
    assertThat(Files.readString(data.resolve("server.pid")).strip())
        .isEqualTo(Long.toString(first.process().pid()));
    assertThat(commands.pawl("flows").well().out())
        .contains("approval", "coffee", "fan-out", "hello", "order-saga");
    assertThat(commands.pawl("start", "hello", "--wait").well().out()).contains("Hello, world!");

    Up second = up();
    assertThat(second.process().waitFor()).isEqualTo(1);
    assertThat(Files.readString(second.err()))
        .startsWith("pawl: ")
        .contains("in use")
        .hasLineCount(1);

    Path mine =
        Files.writeString(
            folder.resolve("hello.asl.yaml"),
            "{StartAt: Mine, States: {Mine: {Type: Pass, Result: mine, End: true}}}\n"
                .replace("{StartAt", "# yaml\n{StartAt"));
    commands.pawl("deploy", mine.toString(), "--publish").well();
    assertThat(first.stop()).isEqualTo(143);
    assertThat(data.resolve("server.pid")).doesNotExist();

    Up again = up();
    again.awaitOutput("when it is started again.");
    assertThat(again.commands(data).pawl("start", "hello", "--wait").well().out())
        .contains("\"mine\"");
    assertThat(again.stop()).isEqualTo(143);
  }
}
