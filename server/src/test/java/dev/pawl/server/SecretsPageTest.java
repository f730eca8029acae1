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

/** Runs the commands of docs/secrets.md against a server, as written, and those that undo them. */
@DisabledOnOs(OS.WINDOWS)
@Execution(ExecutionMode.CONCURRENT)
class SecretsPageTest {

  private static final Pattern COMMANDS = Pattern.compile("```sh\\n(.*?)```", Pattern.DOTALL);

  private static final String UNDO =
      """
      ./pawl secrets rm crm-password || echo refused
      ./pawl connections rm crm
      ./pawl connections rm mail --json
      ./pawl secrets rm crm-password
      ./pawl secrets rm crm-token --json
      ./pawl templates rm shipped
      ./pawl secrets ls --json
      """;

  @TempDir Path folder;

  @Test
  void shouldRunTheCommandsOfTheSecretsPage() throws Exception {
    String page = Files.readString(Path.of(System.getProperty("pawl.root"), "docs/secrets.md"));
    String commands =
        COMMANDS.matcher(page).results().map(found -> found.group(1)).collect(Collectors.joining());

    try (PawlServer server = PawlServer.start(TestSettings.in(folder.resolve("pawl-data")))) {
      String printed = run(server, commands + UNDO);

      assertThat(printed)
          .contains("crm-password is set (version 1)", "crm-token is set (version 1)")
          .contains("crm is saved: https://crm.example/api", "smtp.example:587")
          .contains("{{ secret('crm-password') }}", "\"method\": \"GET\"")
          .contains("shipped is saved", "Order {{id}} has shipped", "Dear {{name}}")
          .contains("used by the connection crm", "refused", "crm is deleted")
          .contains("\"deleted\": \"mail\"", "\"deleted\": \"crm-token\"", "\"items\": []")
          .doesNotContain("correct-horse-battery", "tok_4711_0815");
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
