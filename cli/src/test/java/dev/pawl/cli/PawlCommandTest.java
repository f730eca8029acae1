package dev.pawl.cli;

import static dev.pawl.cli.Program.flow;
import static dev.pawl.cli.Program.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.definition.Definitions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class PawlCommandTest {

  @TempDir Path folder;

  @Test
  void shouldShowItsHelpWhenAskedForNothing() {
    Program.Outcome outcome = pawl();

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("Usage: pawl").contains("validate", "Exit codes:");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "validate",
        "run",
        "diagram",
        "convert",
        "completion",
        "up",
        "deploy",
        "start",
        "ls",
        "show",
        "watch",
        "explain",
        "cancel",
        "pause",
        "resume",
        "retry",
        "signal",
        "decide",
        "skip",
        "send-back",
        "jobs",
        "pause-all",
        "resume-all",
        "flows",
        "export",
        "import",
        "worker",
        "keys",
        "tenants",
        "audit",
        "nodes",
        "profiles",
        "doctor"
      })
  void shouldHelpWithEveryCommand(String command) {
    Program.Outcome outcome = pawl(command, "--help");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("Usage: pawl " + command).contains("Examples:\n  ");
    assertThat(outcome.out().lines()).allMatch(line -> line.length() <= 80);
    assertThat(outcome.out().lines()).noneMatch(line -> line.matches(".*( \\.|[0-9]:)"));
    assertThat(pawl("help", command).out()).isEqualTo(outcome.out());
  }

  @Test
  void shouldPrintItsVersion() {
    assertThat(pawl("--version").out()).startsWith("pawl ");
    assertThat(pawl("run", "--version").out()).startsWith("pawl ");
  }

  @Test
  void shouldSuggestSimilarCommands() {
    assertThat(pawl("vaildate"))
        .isEqualTo(
            new Program.Outcome(
                2,
                "",
                "pawl: there is no command 'vaildate'; did you mean validate?"
                    + " (pawl --help)\n"));
    assertThat(pawl("run", "--jsno", "x").err())
        .contains("no option '--jsno'; did you mean --json");
    assertThat(pawl("run", "a", "b").err()).contains("'b' is one argument too many");
    assertThat(pawl("run").err()).startsWith("pawl: missing required parameter: 'FILE'");
  }

  @Test
  void shouldReportUsageErrorsAsJson() {
    Program.Outcome option = pawl("run", "--json", "--fats", "x");
    Program.Outcome file = pawl("run", "--json", "nowhere.json");

    assertThat(option.exitCode()).isEqualTo(2);
    assertThat(option.json().get("problem").orElseThrow().toString())
        .startsWith("{\"code\":\"misuse\",\"detail\":\"there is no option '--fats'");
    assertThat(file.exitCode()).isEqualTo(2);
    assertThat(file.json().get("problem").orElseThrow().toString())
        .isEqualTo("{\"code\":\"misuse\",\"detail\":\"there is no file 'nowhere.json'\"}");
    assertThat(pawl("worker", "--lesae", "1", "--", "jq", "--json").out()).isEmpty();
  }

  @Test
  void shouldReportAMissingKeyByItsExitCode() {
    Program.Outcome none = pawl("ls", "--url", "http://pawl.invalid", "--json");
    Program.Outcome ofWorker = pawl("worker", "x", "--url", "http://pawl.invalid", "--", "true");
    Program.Outcome unreadable = pawl("ls", "--key-file", folder + "/no.key");

    assertThat(none.exitCode()).isEqualTo(5);
    assertThat(none.err()).startsWith("pawl: there is no key for http://pawl.invalid; set");
    assertThat(none.out()).contains("\"code\": \"no-key\"");
    assertThat(ofWorker.exitCode()).isEqualTo(5);
    assertThat(unreadable.exitCode()).isEqualTo(5);
    assertThat(unreadable.err()).isEqualTo("pawl: there is no file '" + folder + "/no.key'\n");
    assertThat(pawl("doctor", "--key-file", folder + "/no.key").out())
        .contains("problem  key", "there is no file");
  }

  @Test
  void shouldLeaveServersToTheLauncher() {
    assertThat(pawl("up", "--port", "9"))
        .isEqualTo(
            new Program.Outcome(
                2,
                "",
                "pawl: the server is a separate program; start it with ./pawl up --port 9\n"));
  }

  @Test
  void shouldReportADefectInOneSentence() {
    StringWriter err = new StringWriter();
    CommandLine defective = PawlCommand.commandLine();
    defective.addSubcommand("break", new Broken());
    defective.setErr(new PrintWriter(err, true));

    assertThat(defective.execute("break")).isEqualTo(3);
    assertThat(err.toString())
        .isEqualTo(
            "pawl: unexpected error: java.lang.IllegalStateException: oh\\nno"
                + " (--debug shows where)\n");
    assertThat(defective.execute("--debug", "break")).isEqualTo(3);
    assertThat(err.toString()).contains("at dev.pawl.cli.PawlCommandTest$Broken.run");
  }

  @CommandLine.Command
  static final class Broken implements Runnable {
    @Override
    public void run() {
      throw new IllegalStateException("oh\nno");
    }
  }

  @Test
  void shouldDrawADiagram() throws Exception {
    Path file = folder.resolve("pay.mmd");

    Program.Outcome shown = pawl("diagram", flow("pay.asl.yaml"));
    Program.Outcome written = pawl("diagram", flow("pay.asl.yaml"), "--output", file.toString());

    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out()).startsWith("flowchart").contains("Pay", "Ship", "Sorry").endsWith("\n");
    assertThat(written).isEqualTo(new Program.Outcome(0, "", ""));
    assertThat(Files.readString(file)).isEqualTo(shown.out());
  }

  @Test
  void shouldNotDrawADefinitionWithErrors() {
    Program.Outcome outcome = pawl("diagram", flow("wrong.asl.yaml"));

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).contains("[BAD_TARGET]");
    assertThat(pawl("diagram", flow("pay.asl.yaml"), "-o", folder + "/no/where").exitCode())
        .isEqualTo(2);
  }

  @Test
  void shouldConvertBetweenFormats() throws Exception {
    String original = Files.readString(Path.of(flow("hello.asl.json")));

    Program.Outcome outcome = pawl("convert", flow("hello.asl.json"), "--to", "yaml");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("StartAt: Greet\n");
    assertThat(Definitions.read(outcome.out()).flow()).isEqualTo(Definitions.read(original).flow());
    assertThat(pawl("convert", flow("torn.asl.json"), "--to", "yaml").exitCode()).isEqualTo(2);
    assertThat(pawl("convert", flow("hello.asl.json")).exitCode()).isEqualTo(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"bash", "zsh"})
  void shouldPrintACompletionScript(String shell) {
    Program.Outcome outcome = pawl("completion", shell);

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("validate", "--mock-error").contains("complete ");
    assertThat(pawl("completion", "fish").exitCode()).isEqualTo(2);
  }
}
