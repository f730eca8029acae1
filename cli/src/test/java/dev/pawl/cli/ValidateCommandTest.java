package dev.pawl.cli;

import static dev.pawl.cli.Program.flow;
import static dev.pawl.cli.Program.pawl;
import static dev.pawl.cli.Program.pawlReading;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValidateCommandTest {

  @TempDir Path folder;

  @Test
  void shouldShowFindingsLikeACompiler() {
    String file = flow("wrong.asl.yaml");

    Program.Outcome outcome = pawl("validate", file);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.out())
        .startsWith(file + ":6:5: error: there is no state 'Answr' here [BAD_TARGET]\n")
        .contains("  6 |     Next: Answr\n    |     ^\n  advice: Did you mean 'Answer'?\n")
        .contains(file + ":7:3: warning: ")
        .endsWith("1 file: 1 error, 1 warning\n");
  }

  @Test
  void shouldReportNoFindings() {
    Program.Outcome outcome = pawl("validate", flow("hello.asl.json"), flow("pay.asl.yaml"));

    assertThat(outcome).isEqualTo(new Program.Outcome(0, "2 files: no findings\n", ""));
  }

  @Test
  void shouldAcceptWarnings() {
    Program.Outcome outcome = pawl("validate", flow("warned.asl.yaml"));

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("warning: no way leads to the state 'Lonely' [UNREACHABLE]")
        .endsWith("1 file: 0 errors, 1 warning\n");
  }

  @Test
  void shouldWarnOfCallsOfUnknownFlows() throws Exception {
    String call =
        """
        StartAt: Call
        States:
          Call: {Type: Task, Resource: "flow:shipp.sync", End: true}
        """;
    Path caller = Files.writeString(folder.resolve("order.asl.yaml"), call);
    Path elsewhere = Files.createDirectories(folder.resolve("more")).resolve("shipp.asl.yaml");

    Program.Outcome lonely = pawl("validate", caller.toString());
    Files.writeString(elsewhere, call.replace("flow:shipp.sync", "flow:shipp"));
    Program.Outcome together = pawl("validate", folder.toString());
    Files.writeString(folder.resolve("ship.asl.json"), call);
    Program.Outcome misspelt = pawl("validate", "--json", caller.toString());

    assertThat(lonely.exitCode()).isZero();
    assertThat(lonely.out())
        .contains("order.asl.yaml:3:22: warning: there is no flow 'shipp'", "[UNKNOWN_FLOW]")
        .contains("advice: Add the flow, or correct its code.")
        .endsWith("1 file: 0 errors, 1 warning\n");
    assertThat(together.out()).isEqualTo("2 files: no findings\n");
    assertThat(misspelt.out())
        .contains("\"location\": \"/States/Call/Resource\"", "\"Did you mean 'ship'?\"");
    assertThat(pawl("validate", flow("parent.asl.yaml")).out()).isEqualTo("1 file: no findings\n");
  }

  @Test
  void shouldWarnOfValuesReadAsText() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("text.asl.yaml"),
            """
            StartAt: Do
            States:
              Do:
                Type: Pass
                Parameters:
                  id: $.order.id
                  by: $$.Executon.Name
                End: true
            """);

    assertThat(pawl("validate", file.toString()).out())
        .contains(":6:7: warning: '$.order.id' is taken as text, not as a path")
        .contains("      id: $.order.id\n", "advice: Name the field 'id.$' to have it evaluated.")
        .endsWith("1 file: 0 errors, 2 warnings\n");
  }

  @Test
  void shouldShowThePositionOfASyntaxError() {
    Program.Outcome outcome = pawl("validate", flow("torn.asl.json"));

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).containsPattern("torn.asl.json:\\d+:\\d+: error: .* \\[SYNTAX]");
  }

  @Test
  void shouldPrintOneJsonDocument() {
    String wrong = flow("wrong.asl.yaml");
    String right = flow("hello.asl.json");

    Program.Outcome outcome = pawl("validate", "--json", wrong, right);

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).isEmpty();
    Json files = outcome.json().get("files").orElseThrow();
    assertThat(files.get(0).orElseThrow().get("file")).contains(Json.of(wrong));
    assertThat(files.get(0).orElseThrow().get("valid")).contains(Json.of(false));
    assertThat(files.get(0).orElseThrow().get("findings").orElseThrow().get(0))
        .contains(
            JsonText.parse(
                """
                {"code": "BAD_TARGET", "severity": "ERROR", "location": "/States/Ask/Next",
                 "line": 6, "column": 5, "message": "there is no state 'Answr' here",
                 "advice": "Did you mean 'Answer'?"}
                """));
    assertThat(files.get(1))
        .contains(
            JsonText.parse(
                "{\"file\": %s, \"valid\": true, \"findings\": []}".formatted(Json.of(right))));
  }

  @Test
  void shouldSearchFoldersExceptForHiddenFiles() throws Exception {
    Files.createDirectories(folder.resolve("deep/.git"));
    String good = Files.readString(Path.of(flow("hello.asl.json")));
    Files.writeString(folder.resolve("b.json"), good);
    Files.writeString(folder.resolve("deep/a.asl"), good);
    Files.writeString(folder.resolve("deep/c.yml"), "StartAt: Nowhere\n");
    Files.writeString(folder.resolve("deep/.git/x.json"), "{");
    Files.writeString(folder.resolve("notes.txt"), "{");

    Program.Outcome outcome = pawl("validate", folder.toString());

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).contains("deep/c.yml:1:1: error").contains("3 files: ");
  }

  @Test
  void shouldReadStandardInput() {
    Program.Outcome outcome = pawlReading("StartAt: [", "validate", "-");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).startsWith("standard input:1:");
    assertThat(pawlReading("", "validate", "-", "-").err())
        .isEqualTo("pawl: standard input (-) can be read only once\n");
  }

  @Test
  void shouldReportUnreadableFiles() throws Exception {
    Path latin = Files.write(folder.resolve("latin.json"), new byte[] {'"', (byte) 0xE4, '"'});

    assertThat(pawl("validate", flow("hello.asl.json"), "nowhere.json"))
        .isEqualTo(new Program.Outcome(2, "", "pawl: there is no file 'nowhere.json'\n"));
    assertThat(pawl("validate", latin.toString()))
        .isEqualTo(new Program.Outcome(2, "", "pawl: '%s' is not UTF-8 text\n".formatted(latin)));
    Files.delete(latin);
    assertThat(pawl("validate", folder.toString()).err())
        .isEqualTo(
            "pawl: there is no *.json, *.yaml, *.yml or *.asl file below '%s'\n".formatted(folder));
    assertThat(pawl("validate", "").err()).isEqualTo("pawl: the name of a file is empty\n");
    assertThat(pawl("validate").exitCode()).isEqualTo(2);
  }
}
