package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of examples/orders/README.md against a server and the systems of the shop. */
@DisabledOnOs(OS.WINDOWS)
class OrdersExampleTest {

  private static final Path ROOT = Path.of(System.getProperty("pawl.root"));
  private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);

  @TempDir Path folder;

  private Process shop;
  private int shopPort;

  @BeforeEach
  void startShop() throws Exception {
    assumeTrue(
        new ProcessBuilder("sh", "-c", "command -v python3 >/dev/null").start().waitFor() == 0,
        "there is no python3");
    shop =
        new ProcessBuilder("python3", ROOT.resolve("examples/orders/shop.py").toString(), "0")
            .redirectErrorStream(true)
            .start();
    try (BufferedReader lines = shop.inputReader(StandardCharsets.UTF_8)) {
      String line = lines.readLine();
      shopPort = Integer.parseInt(line.substring(line.lastIndexOf(' ') + 1));
    }
  }

  @AfterEach
  void stopShop() throws Exception {
    if (shop != null) {
      shop.destroy();
      shop.waitFor();
    }
  }

  @Test
  void shouldDoWhatTheReadmeShows() throws Exception {
    String commands =
        COMMANDS
            .matcher(Files.readString(ROOT.resolve("examples/orders/README.md")))
            .results()
            .map(found -> found.group(1))
            .collect(Collectors.joining());

    try (PawlServer server = PawlServer.start(TestSettings.in(folder.resolve("pawl-data")))) {
      String printed =
          run(
              server,
              commands
                  .replace("http://127.0.0.1:8080", server.address().toString())
                  .replace("127.0.0.1:9090", "127.0.0.1:" + shopPort));

      assertThat(printed)
          .contains("\"status\":\"SUCCEEDED\"", "\"shipment\"")
          .contains("AddressUnknown");
      assertThat(printed)
          .as("webhooks: the second delivery gets the first answer")
          .containsPattern("(?s)\"execution\":\"([^\"]+)\".*\"execution\":\"\\1\"")
          .contains("\"status\":401", "\"startedBy\":\"trigger:webhook:shop/orders\"", "shi-O-3");
      assertThat(printed.substring(printed.indexOf("[\"POST /reservations")))
          .contains(
              "\"POST /reservations\", \"POST /payments\", \"POST /shipments\","
                  + " \"POST /payments/pay-O-2/refund\", \"DELETE /reservations/res-O-2\"");
    }
  }

  private String run(PawlServer server, String commands) throws Exception {
    launcher();
    Files.createSymbolicLink(folder.resolve("examples"), ROOT.resolve("examples"));
    ProcessBuilder builder =
        new ProcessBuilder("sh", "-ec", commands)
            .directory(folder.toFile())
            .redirectErrorStream(true);
    builder.environment().keySet().removeIf(name -> name.startsWith("PAWL_"));
    builder.environment().put("PAWL_URL", server.address().toString());
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
