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

class RunCommandTest {

  private static final String HELLO =
      """
      ✓ Greet Pass             {"greeting":"Hello, Ada!"}

      {
        "greeting": "Hello, Ada!"
      }
      """;

  @TempDir Path folder;

  @Test
  void shouldShowStepsAndTheOutputLast() {
    Program.Outcome outcome = pawl("run", flow("hello.asl.json"), "--input", "{\"name\": \"Ada\"}");

    assertThat(outcome).isEqualTo(new Program.Outcome(0, HELLO, ""));
  }

  @Test
  void shouldTakeInputFromAFileAndFromStandardInput() throws Exception {
    Path file = Files.writeString(folder.resolve("input.json"), "{\"name\": \"Ada\"}");
    String ada = "{\"name\": \"Ada\"}";

    assertThat(pawl("run", flow("hello.asl.json"), "-i", "@" + file).out()).isEqualTo(HELLO);
    assertThat(pawlReading(ada, "run", flow("hello.asl.json"), "--input", "-").out())
        .isEqualTo(HELLO);
    String hello = Files.readString(Path.of(flow("hello.asl.json")));
    assertThat(pawlReading(hello, "run", "-", "--input", ada).out()).isEqualTo(HELLO);
    assertThat(pawl("run", "-", "--input", "-").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldShowWhyAnExecutionFailed() {
    Program.Outcome outcome =
        pawl(
            "run",
            flow("pay.asl.yaml"),
            "--mock-error",
            "charge=Card.Declined",
            "--mock",
            "ship=1");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out())
        .contains("✗ Pay ")
        .contains("✗ Sorry ")
        .endsWith("\nFAILED Unpaid: The card was declined.\n");
  }

  @Test
  void shouldPrintOneJsonDocument() {
    Program.Outcome outcome =
        pawl(
            "run",
            "--json",
            flow("pay.asl.yaml"),
            "--mock",
            "charge={\"id\": 7}",
            "--mock",
            "ship=1");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEmpty();
    assertThat(outcome.json().get("status")).contains(Json.of("SUCCEEDED"));
    assertThat(outcome.json().get("output")).contains(JsonText.parse("{\"id\": 7, \"parcel\": 1}"));
    Json steps = outcome.json().get("steps").orElseThrow();
    assertThat(((dev.pawl.sdk.JsonObject) steps.get(0).orElseThrow()).without("at"))
        .isEqualTo(
            JsonText.parse(
                """
                {"id": "2.0", "frame": "/", "visit": 1, "state": "Pay", "type": "Task",
                 "attempt": 1, "status": "SUCCEEDED", "input": {}, "output": {"id": 7}}
                """));
    assertThat(steps.get(1).flatMap(step -> step.get("state"))).contains(Json.of("Ship"));
    assertThat(steps.get(2)).isEmpty();
  }

  @Test
  void shouldPrintFailuresAsJson() {
    Program.Outcome outcome =
        pawl(
            "run",
            "--json",
            flow("pay.asl.yaml"),
            "--mock-error",
            "charge=X:why",
            "--mock",
            "ship=1");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.json().get("status")).contains(Json.of("FAILED"));
    assertThat(outcome.json().get("error")).contains(Json.of("X"));
    assertThat(outcome.json().get("cause")).contains(Json.of("why"));
    assertThat(outcome.json().get("output")).isEmpty();
  }

  @Test
  void shouldNotRunADefinitionWithErrors() {
    Program.Outcome text = pawl("run", flow("wrong.asl.yaml"));
    Program.Outcome json = pawl("run", "--json", flow("torn.asl.json"));

    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.out()).isEmpty();
    assertThat(text.err()).contains(":6:5: error: ").endsWith("1 file: 1 error, 1 warning\n");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.json().get("status")).contains(Json.of("INVALID"));
    assertThat(json.json().get("findings").flatMap(all -> all.get(0)).flatMap(f -> f.get("code")))
        .contains(Json.of("SYNTAX"));
  }

  @Test
  void shouldMentionWarnings() {
    Program.Outcome outcome = pawl("run", flow("warned.asl.yaml"));

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).contains("has 1 warning; 'pawl validate' shows more");
  }

  @Test
  void shouldSkipWaitsOnRequest() {
    Program.Outcome outcome = pawl("run", "--fast", flow("sleep.asl.yaml"), "--input", "[1]");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).startsWith("✓ Long Wait     365d    [1]\n");
  }

  @Test
  void shouldCompensateWithoutMocks() {
    Program.Outcome outcome =
        pawl("run", flow("undo.asl.yaml"), "--mock", "book=1", "--mock-error", "charge=Declined");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).contains("↩ Book Task             compensated\n");
    assertThat(outcome.out()).doesNotContain("Undo");
  }
}
