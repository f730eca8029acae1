package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Runs the commands of docs/webhooks.md against a server: an example of each style. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class WebhooksPageTest {

  private static final Pattern COMMANDS = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);
  private static final int REQUESTS_ON_THE_PAGE = 4;

  @TempDir Path folder;

  @Test
  void shouldRunTheCommandsOfTheWebhooksPage() throws Exception {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs/webhooks.md"));
    String commands =
        COMMANDS.matcher(page).results().map(found -> found.group(1)).collect(Collectors.joining());

    try (PawlServer server = PawlServer.start(TestSettings.in(folder.resolve("pawl-data")))) {
      String printed =
          run(server, commands.replace("http://127.0.0.1:8080", server.address().toString()));

      assertThat(printed.split("\"execution\":", -1)).hasSize(REQUESTS_ON_THE_PAGE + 1);
      assertThat(printed)
          .contains(
              "\"id\":\"msg_1\"", "\"id\":\"72d3162e\"", "\"id\":\"evt_1\"", "\"id\":\"sha256:")
          .contains("secret, shown this one time only: whsec_", "order has no webhook");
    }
  }

  private String run(PawlServer server, String commands) throws Exception {
    launcher();
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-ec", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
    builder.environment().put("PAWL_URL", server.address().toString());
    builder
        .environment()
        .put("PAWL_KEY", Files.readString(folder.resolve("pawl-data/admin.key")).strip());
    builder.environment().put("XDG_CONFIG_HOME", folder.toString());
    Process shell = builder.start();
    shell.getOutputStream().close();
    String printed = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(shell.waitFor()).as(printed).isZero();
    return printed;
  }

  /** The launcher, for the classes under test. */
  private void launcher() throws Exception {
    Path pawl =
        Files.writeString(
            folder.resolve("pawl"),
            """
            #!/bin/sh
            exec '%s/bin/java' -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -cp '%s' dev.pawl.cli.PawlCommand "$@"
            """
                .formatted(System.getProperty("java.home"), System.getProperty("java.class.path")));
    assertThat(pawl.toFile().setExecutable(true)).isTrue();
  }
}
