package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.server.settings.Setting;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The command line of the server, without starting a server. */
class UpTest {

  private static final Path ROOT = Path.of(System.getProperty("pawl.root"));

  private record Outcome(int exitCode, String out, String err) {}

  private static Outcome up(Map<String, String> environment, String... arguments)
      throws InterruptedException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        Main.run(
            arguments,
            environment,
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8));
    return new Outcome(
        exitCode, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  @Test
  void shouldShowItsSettings() throws Exception {
    Outcome outcome = up(Map.of("PAWL_POOL", "3"), "--port", "9", "--show-config");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out().lines().map(line -> line.replaceAll(" +", " ")))
        .contains("port 9 --port", "pool 3 PAWL_POOL", "host 127.0.0.1 default");
  }

  @Test
  void shouldReportAnErrorInOneLine() throws Exception {
    assertThat(up(Map.of(), "--prot", "9"))
        .isEqualTo(
            new Outcome(
                2,
                "",
                "pawl: there is no option '--prot'; did you mean --port?"
                    + " (see pawl up --help)\n"));
    assertThat(up(Map.of(), "--port", "x").err())
        .isEqualTo("pawl: port (--port) is a number from 0 to 65535, not 'x'\n");
    assertThat(up(Map.of("PAWL_PROT", "1")).err()).contains("did you mean PAWL_PORT?");
  }

  @Test
  void shouldPrintJsonForPrograms() throws Exception {
    Outcome shown = up(Map.of(), "--port", "9", "--show-config", "--json");
    Outcome wrong = up(Map.of(), "--prot", "9", "--json");

    assertThat(JsonText.parse(shown.out()).get("port"))
        .hasToString("Optional[{\"value\":\"9\",\"source\":\"--port\"}]");
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err()).hasLineCount(1);
    assertThat(JsonText.parse(wrong.out()).get("problem").orElseThrow().toString())
        .startsWith("{\"code\":\"misuse\",\"detail\":\"there is no option '--prot';");
  }

  @Test
  void shouldDocumentEverySetting() throws Exception {
    StringBuilder table = new StringBuilder("| key | default | meaning |\n| --- | --- | --- |\n");
    for (Setting setting : Setting.values()) {
      String byDefault = setting.byDefault().isEmpty() ? "" : "`" + setting.byDefault() + "`";
      table.append("| `%s` | %s | %s |\n".formatted(setting.key(), byDefault, setting.meaning()));
    }
    String help = "```\n" + new UpOptions().help() + "```\n";
    Path written = Files.writeString(Path.of("target", "configuration.md"), table + "\n" + help);

    assertThat(Files.readString(ROOT.resolve("docs/configuration.md")))
        .as("what it should have is in %s", written.toAbsolutePath())
        .contains(table)
        .contains(help);
  }

  @Test
  void shouldKnowEverySample() throws Exception {
    try (Stream<Path> files = Files.list(ROOT.resolve("examples/flows"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrderElementsOf(SampleFlows.FILES);
    }
  }

  /**
   * A program that loses a thread while it ends, when the handler of uncaught errors is in place.
   */
  static final class LosesAThread {

    private LosesAThread() {}

    public static void main(String[] arguments) throws InterruptedException {
      Error lost =
          arguments[0].equals("memory")
              ? new OutOfMemoryError("of this test")
              : new AssertionError("of this test");
      Runtime.getRuntime()
          .addShutdownHook(
              new Thread(
                  () -> {
                    throw lost;
                  }));
      Main.main(new String[] {"--help"});
    }
  }

  private static Outcome losesAThread(String forWantOf) throws Exception {
    Process process = Up.java(LosesAThread.class, forWantOf).redirectErrorStream(true).start();
    try {
      String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Outcome(process.waitFor(), told, "");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @Timeout(60)
  void shouldEndOnlyWhenAThreadRunsOutOfMemory() throws Exception {
    Outcome memory = losesAThread("memory");
    Outcome otherwise = losesAThread("anything else");

    assertThat(memory.exitCode()).as(memory.out()).isEqualTo(3);
    assertThat(otherwise.exitCode()).as(otherwise.out()).isZero();
  }
}
