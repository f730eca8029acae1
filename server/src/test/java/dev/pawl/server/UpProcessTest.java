package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** {@code pawl up} as a process: its output, its sample flows, and what remains after its end. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class UpProcessTest {

  @TempDir Path folder;

  private final List<Up> started = new ArrayList<>();

  @AfterEach
  void end() {
    started.forEach(Up::close);
  }

  private Up up() throws IOException {
    Up up = Up.start(folder);
    started.add(up);
    return up;
  }

  @Test
  void shouldPrintLocationsAndStopCleanly() throws Exception {
    Path data = folder.resolve("data");
    Up first = up();
    String told = first.awaitReady();
    Commands commands = new Commands(first.address(), first.keyFile());

    assertThat(told).contains("sign in    http://127.0.0.1:", data.resolve("admin.key").toString());
    assertThat(first.err()).isEmptyFile();
    assertThat(Files.readString(data.resolve("server.pid")).strip())
        .isEqualTo(Long.toString(first.process().pid()));
    assertThat(Files.readString(data.resolve("server.url")).strip())
        .isEqualTo(first.address().toString());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
        .isEqualTo("rwx------");
    List<String> hints =
        Pattern.compile("\\./pawl (\\w.*--data \\S+)")
            .matcher(told)
            .results()
            .map(hint -> hint.group(1))
            .toList();
    assertThat(hints)
        .extracting(hint -> hint.split(" ")[0])
        .containsExactly("flows", "start", "signin");
    for (String hint : hints) {
      Commands.typed(hint.split(" ")).well();
    }
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
    assertThat(data.resolve("server.url")).doesNotExist();
    Commands.Outcome stopped = Commands.typed("flows", "--data", data.toString());
    assertThat(stopped.exitCode()).isEqualTo(4);
    assertThat(stopped.err()).contains("no server runs on the data folder " + data, "pawl up");

    Up again = up();
    again.awaitReady();
    commands = new Commands(again.address(), again.keyFile());
    assertThat(commands.pawl("start", "hello", "--wait").well().out()).contains("\"mine\"");
    assertThat(again.stop()).isEqualTo(143);

    // The state that a killed server leaves.
    Files.writeString(data.resolve("server.url"), again.address() + "\n");
    Commands.Outcome killed = Commands.typed("flows", "--data", data.toString());
    assertThat(killed.exitCode()).isEqualTo(4);
    assertThat(killed.err()).contains("does not answer", "start it again with pawl up --data");
  }
}
