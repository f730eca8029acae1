package dev.pawl.cli;

import static dev.pawl.cli.Program.flow;
import static dev.pawl.cli.Program.pawl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import org.junit.jupiter.api.Test;

class RunScenarioTest {

  @Test
  void shouldAnswerSuccessiveCallsInTheOrderOfTheCommandLine() {
    Program.Outcome outcome =
        pawl(
            "run",
            "--fast",
            flow("pay.asl.yaml"),
            "--mock-error=charge=Card.Busy:first",
            "--mock-error",
            "charge=Card.Busy:second",
            "--mock",
            "charge={}",
            "--mock=ship=@" + flow("rows.csv"));

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out())
        .contains("↻ Pay   Task             Card.Busy: first, will be tried again\n")
        .contains("↻ Pay   Task             attempt 2 Card.Busy: second, will be tried again\n")
        .contains("✓ Pay   Task             attempt 3 {}\n")
        .contains("\"parcel\": \"id,name\\n1,Ada\\n2,Bob\\n\"");
  }

  @Test
  void shouldNameEveryMissingMockAtTheFirstUnmockedCall() {
    Program.Outcome outcome = pawl("run", "--json", flow("pay.asl.yaml"));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.json().get("problem")).isPresent();
    assertThat(outcome.err())
        .isEqualTo(
            "pawl: no handler serves 'charge' (state 'Pay'), 'ship' (state 'Ship');"
                + " give each a result: --mock charge=JSON --mock ship=JSON\n");
  }

  @Test
  void shouldStopAFlowThatNeverEnds() {
    Program.Outcome outcome = pawl("run", "--fast", "--json", flow("forever.asl.yaml"));

    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.json().get("problem")).isPresent();
    assertThat(outcome.err()).contains("stopped after 100000 steps");
  }

  @Test
  void shouldWarnAboutAnUnusedMock() {
    Program.Outcome outcome =
        pawl("run", flow("undo.asl.yaml"), "--mock=book=1", "--mock=charge=1", "--mock=chrage=1");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.err()).isEqualTo("pawl: no state calls 'chrage'; did you mean 'charge'?\n");
  }

  @Test
  void shouldDecideAndDeliverEvents() {
    Program.Outcome outcome =
        pawl(
            "run",
            "--json",
            flow("ask.asl.yaml"),
            "--decide=Approve=approved:{\"note\": \"fine\"}",
            "--event=order.paid={\"amount\": 3}");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.json().get("output"))
        .contains(
            JsonText.parse(
                """
                [{"Outcome": "approved", "By": "pawl", "Data": {"note": "fine"}}, {"amount": 3}]
                """));
  }

  @Test
  void shouldFollowTheOutcomeThatWasDecided() {
    Program.Outcome outcome = pawl("run", flow("ask.asl.yaml"), "--decide=Approve=rejected");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.out()).contains("⊘   [1] Paid").endsWith("FAILED Rejected\n");
  }

  @Test
  void shouldReportWhatTheRunWaitsFor() {
    Program.Outcome text = pawl("run", "--fast", flow("ask.asl.yaml"), "--decide=Approve=approved");
    Program.Outcome json = pawl("run", "--json", flow("token.asl.yaml"), "--mock=send=1");

    assertThat(text.exitCode()).isEqualTo(1);
    assertThat(text.out())
        .endsWith("WAITING 'Paid' waits for the event 'order.paid' (--event order.paid=JSON)\n");
    assertThat(json.exitCode()).isEqualTo(1);
    assertThat(json.json().get("status")).contains(Json.of("WAITING"));
    assertThat(json.json().get("cause"))
        .contains(
            Json.of("'Callback' waits for its task token (--mock send.waitForTaskToken=JSON)"));
    assertThat(
            json.json().get("steps").flatMap(steps -> steps.get(0)).flatMap(s -> s.get("status")))
        .contains(Json.of("RUNNING"));
  }

  @Test
  void shouldAnswerATaskTokenByItsFullName() {
    assertThat(pawl("run", flow("token.asl.yaml"), "--mock=send.waitForTaskToken=1").exitCode())
        .isZero();
  }

  @Test
  void shouldRefuseImpossibleDecisions() {
    assertThat(pawl("run", flow("ask.asl.yaml"), "--decide=Aprove=approved").err())
        .isEqualTo("pawl: --decide: there is no Human state 'Aprove'; did you mean 'Approve'?\n");
    assertThat(pawl("run", flow("ask.asl.yaml"), "--decide=Approve=yes").err())
        .isEqualTo("pawl: --decide: 'Approve' has no outcome 'yes', only approved, rejected\n");
  }

  @Test
  void shouldCallTheFlowsBesideIt() {
    Program.Outcome outcome = pawl("run", "--fast", flow("parent.asl.yaml"), "--mock=work=5");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).contains("  child: Work").contains("✓ Call").endsWith("\n5\n");
    assertThat(pawl("run", flow("parent.asl.yaml")).err())
        .contains("no handler serves 'work' (state 'Work')");
  }

  @Test
  void shouldMockAFlow() {
    Program.Outcome outcome = pawl("run", flow("parent.asl.yaml"), "--mock=flow:child.sync=6");
    Program.Outcome failed =
        pawl("run", flow("orphan.asl.yaml"), "--mock-error=flow:nobody.sync=E");

    assertThat(outcome.exitCode()).isZero();
    assertThat(outcome.out()).endsWith("\n6\n");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("FAILED E: ");
  }

  @Test
  void shouldNameAFlowThatIsMissingOrWrong() {
    assertThat(pawl("run", flow("orphan.asl.yaml")).err())
        .startsWith("pawl: state 'Call' of ")
        .contains("calls the flow 'nobody', but there is no ");
    Program.Outcome wrong = pawl("run", "--json", flow("worried.asl.yaml"));
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.json().get("file")).contains(Json.of(flow("wrong.asl.yaml")));
  }

  @Test
  void shouldReadItemsFromAMock() {
    Program.Outcome outcome =
        pawl(
            "run",
            "--json",
            flow("rows.asl.json"),
            "--mock=arn:aws:states:::s3:getObject=@" + flow("rows.csv"));

    assertThat(outcome.exitCode()).isZero();
    JsonArray steps = (JsonArray) outcome.json().get("steps").orElseThrow();
    assertThat(steps.elements().stream().filter(step -> step.get("execution").isPresent()))
        .extracting(step -> step.get("input").orElseThrow())
        .containsExactly(
            JsonText.parse("{\"id\": \"1\", \"name\": \"Ada\"}"),
            JsonText.parse("{\"id\": \"2\", \"name\": \"Bob\"}"));
  }

  @Test
  void shouldExplainInvalidOptions() {
    String file = flow("undo.asl.yaml");

    assertThat(pawl("run", file, "--input", "{").err())
        .startsWith("pawl: --input: '{' is not JSON (line 1");
    assertThat(pawl("run", file, "--mock=book").err())
        .isEqualTo("pawl: --mock is written NAME=JSON, not 'book'\n");
    assertThat(pawl("run", file, "--mock=book=yes").err())
        .endsWith("a text needs quotes: '\"yes\"'\n");
    assertThat(pawl("run", file, "--mock=book=@nowhere").err())
        .isEqualTo("pawl: there is no file 'nowhere'\n");
    assertThat(pawl("run", file, "--mock").err()).startsWith("pawl: --mock needs RESOURCE=JSON");
    assertThat(pawl("run", file, "--decide=x").exitCode()).isEqualTo(2);
    assertThat(pawl("run", file, "--event==").exitCode()).isEqualTo(2);
    assertThat(pawl("run", flow("..")).err()).endsWith("is a directory, not a file\n");
  }
}
