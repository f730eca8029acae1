package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the commands of docs/server.md and docs/workers.md against a server, as written. */
@Execution(ExecutionMode.CONCURRENT)
class ServerPageTest {

  private static final Pattern COMMANDS = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  @Test
  void shouldRunTheCommandsOfTheServerPage() throws Exception {
    assertThat(run("server.md"))
        .contains("\"code\":\"greet\"", "\"status\":\"SUCCEEDED\"", "\"output\":\"Hello\"")
        .contains("\"test\":true", "\"output\":{\"cup\":\"tea\"}");
  }

  @Test
  void shouldRunTheCommandsOfTheWorkersPage() throws Exception {
    assertThat(run("workers.md")).contains("\"status\":\"kept\"", "\"status\":\"accepted\"");
  }

  @Test
  void shouldRunTheCommandsOfTheEventsPage() throws Exception {
    assertThat(run("events.md"))
        .contains("\"started\":[{\"flow\":\"onboarding\"", "\"woken\":0", "{\"items\":[]");
  }

  private String run(String name) throws Exception {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs", name));
    String commands =
        COMMANDS.matcher(page).results().map(found -> found.group(1)).collect(Collectors.joining());

    try (PawlServer server =
        PawlServer.start(ServerSettings.in(folder.resolve("pawl-data")).withPort(0))) {
      Process shell =
          new ProcessBuilder(
                  "sh",
                  "-ec",
                  commands.replace(
                      "127.0.0.1:8080",
                      server.address().getHost() + ":" + server.address().getPort()))
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .start();
      String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(shell.waitFor()).as(printed).isZero();
      return printed;
    }
  }
}
