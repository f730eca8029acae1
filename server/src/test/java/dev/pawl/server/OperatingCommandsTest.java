package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.testkit.Await;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands of operators and administrators against a server. */
@ExtendWith(OneServer.class)
class OperatingCommandsTest {

  private static final String ASK =
      """
      {"StartAt": "Note", "States": {
        "Note": {"Type": "Pass", "Next": "Ask"},
        "Ask": {"Type": "Wait", "Event": "answer", "End": true}}}
      """;

  @TempDir private static Path folder;
  private static Commands own;
  private static Commands platform;

  @BeforeAll
  static void start(OneServer.Running running) throws Exception {
    own = commands(running, "own.key", running.tenant("operating-commands"));
    platform = commands(running, "platform.key", running.adminKey());
  }

  private static Commands commands(OneServer.Running running, String file, String key)
      throws Exception {
    return new Commands(running.server().address(), Files.writeString(folder.resolve(file), key));
  }

  private static Commands.Outcome pawl(String... arguments) {
    return own.pawl(arguments);
  }

  private static String deploy(String code, String text) throws Exception {
    Path file = Files.writeString(folder.resolve(code + ".asl.json"), text);
    return pawl("deploy", file.toString()).well().out();
  }

  private static String started(String flow, String... more) {
    String[] line = Stream.concat(Stream.of("start", flow), Stream.of(more)).toArray(String[]::new);
    String id = pawl(line).well().out().strip();
    awaitStatus(id, "WAITING");
    return id;
  }

  private static void awaitStatus(String id, String status) {
    Await.until(
        "the status is as expected",
        () -> pawl("show", id).well().out().endsWith("\n" + status + "\n"));
  }

  private static String job(Commands.Outcome begun) {
    return begun.well().text("id");
  }

  @Test
  void shouldManageVersions() throws Exception {
    deploy("versions", ASK);
    assertThat(pawl("flows", "publish", "versions", "--note", "the first").well().out())
        .isEqualTo("versions is published as v1\n");
    deploy(
        "versions", ASK.replace("answer", "reply").replace("\"Note\": {", "\"N\": {}, \"X\": {"));
    assertThat(pawl("flows", "publish", "versions").exitCode()).isEqualTo(1);
    deploy("versions", ASK.replace("answer", "reply"));
    pawl("flows", "publish", "versions").well();

    assertThat(pawl("flows", "versions", "versions").well().out())
        .containsSubsequence("VERSION", "2 ", "yes", "1 ", "the first");
    assertThat(pawl("flows", "diff", "versions", "1", "2").well().out())
        .isEqualTo("~ Ask\n  ~ /States/Ask/Event: \"answer\" -> \"reply\"\n");
    assertThat(pawl("flows", "diff", "versions", "2").well().out()).isEqualTo("no difference\n");
    assertThat(pawl("flows", "diff", "versions", "1", "--json").well().text("to"))
        .isEqualTo("draft");

    assertThat(pawl("flows", "activate", "versions", "1").well().out())
        .isEqualTo("versions starts as v1\n");
    assertThat(pawl("flows", "deactivate", "versions").well().out())
        .isEqualTo("versions cannot be started\n");
    assertThat(pawl("start", "versions").exitCode()).isEqualTo(1);
    assertThat(pawl("flows", "activate", "versions").well().out())
        .isEqualTo("versions starts as v2\n");

    assertThat(pawl("flows", "rollback", "versions", "1").well().out())
        .isEqualTo("versions has v1 as its draft\n");
    assertThat(pawl("flows", "diff", "versions", "1").well().out()).isEqualTo("no difference\n");
  }

  @Test
  void shouldSkipAStepAndSendBackToOne() throws Exception {
    deploy(
        "steps",
        ASK.replace("\"End\": true", "\"Next\": \"Then\"")
            .replace(
                "\"}}}",
                "\"}, \"Then\": {\"Type\": \"Wait\", \"Event\": \"end\", \"End\": true}}}"));
    pawl("flows", "publish", "steps").well();
    String id = started("steps");

    assertThat(pawl("skip", id, "Note").err())
        .startsWith("pawl: no step of " + id + " is at 'Note'");
    assertThat(pawl("skip", id, "Ask", "--output", "7", "--reason", "known").well().out())
        .startsWith("skip was accepted; " + id + " is ");
    Await.until(
        "explain names the event end", () -> pawl("explain", id).well().out().contains("'end'"));
    assertThat(pawl("show", id).well().out()).contains("SKIPPED");
    pawl("send-back", id, "Ask", "--reason", "asked too late").well();
    Await.until(
        "explain names the event answer",
        () -> pawl("explain", id).well().out().contains("'answer'"));
    assertThat(pawl("show", id).well().out()).contains("ROLLED_BACK");

    pawl("skip", id, "/@4").well();
    pawl("signal", id, "end").well();
    pawl("watch", id).well();
  }

  @Test
  void shouldDecideAStepAsExplainSuggests() throws Exception {
    deploy(
        "decides",
        """
        {"StartAt": "Approve", "States": {
          "Approve": {"Type": "Human", "Outcomes": {"yes": {"Next": "Sign"}, "no": {"Next": "Sign"}},
                      "Form": {"type": "object", "required": ["note"]}},
          "Sign": {"Type": "Human", "End": true}}}\
        """);
    pawl("flows", "publish", "decides").well();
    String id = started("decides");

    assertThat(pawl("explain", id).well().out())
        .contains(
            "where OUTCOME is one of \"yes\", \"no\", and \"data\" that fits the state's Form")
        .contains("type:        pawl decide " + id + " OUTCOME --step /@1\n");
    assertThat(pawl("decide", id, "perhaps", "--form", "{\"note\": 1}").err())
        .contains("/outcome must be one of 'yes', 'no', got 'perhaps'");
    assertThat(pawl("decide", id, "yes").err()).contains("/data/note is required");
    assertThat(
            pawl(
                    "decide",
                    id,
                    "yes",
                    "--step",
                    "Approve",
                    "--form",
                    "{\"note\": 1}",
                    "--reason",
                    "r")
                .well()
                .out())
        .startsWith("decide was accepted; " + id + " is ");
    Await.until(
        "explain names the next step to decide",
        () -> pawl("explain", id).well().out().contains("pawl decide " + id + " --step /@2\n"));
    pawl("decide", id).well();
    pawl("watch", id).well();
  }

  @Test
  void shouldApplyACommandToManyExecutions() throws Exception {
    deploy("many", ASK);
    pawl("flows", "publish", "many").well();
    String one = started("many", "--label", "team:a");
    String two = started("many", "--label", "team:a");
    String other = started("many", "--label", "team:b");

    assertThat(pawl("pause", "--flow", "many", "--label", "team:a", "--dry-run").well().out())
        .isEqualTo("2 match; nothing was changed\n");
    Commands.Outcome begun = pawl("pause", "--flow", "many", "--label", "team:a").well();
    String job =
        begun.out().replaceAll("job (\\S+) was created; watch it with pawl jobs watch \\1\n", "$1");
    assertThat(pawl("jobs", "watch", job).well().out()).endsWith("DONE: 2 done, 0 refused of 2\n");
    awaitStatus(one, "PAUSED");
    awaitStatus(two, "PAUSED");
    assertThat(pawl("jobs").well().out()).contains(job, "PAUSE", "DONE");
    assertThat(pawl("jobs", "stop", job).exitCode()).isEqualTo(1);

    String resumed = job(pawl("resume", "--flow", "many", "--status", "paused", "--json"));
    assertThat(pawl("jobs", "watch", resumed, "--json").well().text("done")).isEqualTo("2");
    String jobId = job(pawl("signal", "answer", "--label", "team:a", "--payload", "7", "--json"));
    pawl("jobs", "watch", jobId).well();
    assertThat(pawl("watch", two).well().out()).endsWith("7\n");
    String cancelled = job(pawl("cancel", "--label", "team:b", "--reason", "enough", "--json"));
    pawl("jobs", "watch", cancelled).well();
    assertThat(pawl("watch", other).exitCode()).isEqualTo(1);
    String retried = job(pawl("retry", "--flow", "many", "--status", "cancelled", "--json"));
    assertThat(pawl("jobs", "watch", retried).well().out()).endsWith("1 done, 0 refused of 1\n");
  }

  @Test
  @Timeout(120)
  void shouldRetryFromTheFailedStep() throws Exception {
    deploy(
        "fails",
        """
        {"StartAt": "Ask", "States": {
          "Ask": {"Type": "Wait", "Event": "answer", "Next": "Do"},
          "Do": {"Type": "Task", "Resource": "do", "End": true}}}
        """);
    String id = started("fails", "--mock-error", "Do=Broken");
    pawl("signal", id, "answer").well();
    assertThat(pawl("watch", id).out()).contains("\nFAILED Broken");

    String again = pawl("retry", id, "--from-failure").well().out().strip();

    // The answer came before the failure and is not repeated.
    assertThat(pawl("watch", again).out()).contains("\nFAILED Broken");
    assertThat(pawl("show", again).well().out()).contains("retry of " + id);
  }

  @Test
  void shouldAskWhichExecutionsAreMeant() {
    assertThat(pawl("cancel").err()).startsWith("pawl: no execution is selected; give an id");
    assertThat(pawl("signal", "answer").exitCode()).isEqualTo(2);
    assertThat(pawl("pause", "7", "--flow", "x").err()).contains("but not both");
    assertThat(pawl("resume", "7", "--dry-run").exitCode()).isEqualTo(2);
    assertThat(pawl("cancel", "--flow", "x", "--no-compensate").exitCode()).isEqualTo(2);
  }

  @Test
  void shouldCancelWithoutCompensation() throws Exception {
    deploy(
        "undone",
        """
        {"StartAt": "Do", "States": {
          "Do": {"Type": "Task", "Resource": "echo", "Compensate": {"Resource": "undo"},
            "Next": "Ask"},
          "Ask": {"Type": "Wait", "Event": "answer", "End": true}}}
        """);
    String undone = started("undone", "--mock", "Do=1", "--mock", "undo=2");
    String kept = started("undone", "--mock", "Do=1", "--mock", "undo=2");

    pawl("cancel", undone).well();
    pawl("cancel", kept, "--no-compensate").well();

    assertThat(pawl("watch", undone).out()).contains("↩ Do").contains("\nCANCELLED");
    assertThat(pawl("watch", kept).out()).doesNotContain("↩").contains("\nCANCELLED");
  }

  @Test
  void shouldNameTheCommandThatReleases() throws Exception {
    deploy("released", ASK);
    pawl("flows", "publish", "released").well();
    String id = started("released");

    assertThat(pawl("explain", id).well().out())
        .contains("    type:        pawl signal " + id + " answer\n");
    pawl("pause", id).well();
    awaitStatus(id, "PAUSED");
    assertThat(pawl("explain", id).well().out())
        .contains("    type:        pawl resume " + id + "\n");
  }

  @Test
  void shouldManageTenants(OneServer.Running running) throws Exception {
    String key = platform.pawl("tenants", "create", "made", "--name", "Made").well().out().strip();
    Commands made = commands(running, "made.key", key);
    made.pawl("flows").well();

    assertThat(platform.pawl("tenants").well().out()).contains("made", "ACTIVE", "Made");
    assertThat(platform.pawl("tenants", "suspend", "made").well().out())
        .isEqualTo("made is SUSPENDED\n");
    Await.until("the suspended tenant is refused", () -> made.pawl("flows").exitCode() == 5);
    assertThat(platform.pawl("tenants", "resume", "made", "--json").well().text("status"))
        .isEqualTo("ACTIVE");
    assertThat(pawl("tenants").exitCode()).isEqualTo(5);
  }

  @Test
  void shouldStopEverythingAndReportWho(OneServer.Running running) throws Exception {
    Commands halted = commands(running, "halted.key", running.tenant("halted-by-command"));
    Path file = Files.writeString(folder.resolve("halted.asl.json"), ASK);
    halted.pawl("deploy", file.toString(), "--publish").well();

    String stopped = job(halted.pawl("pause-all", "--reason", "fire", "--json"));
    halted.pawl("jobs", "watch", stopped).well();
    assertThat(halted.pawl("start", "halted", "--json").json().get("problem"))
        .hasValueSatisfying(
            problem -> assertThat(problem.get("code")).contains(Json.of("tenant-paused")));
    halted.pawl("jobs", "watch", job(halted.pawl("resume-all", "--json"))).well();
    halted.pawl("start", "halted").well();
    assertThat(halted.pawl("pause-all", "--every-tenant").exitCode()).isEqualTo(5);

    assertThat(halted.pawl("audit", "--denied").well().out())
        .containsSubsequence("ACTOR", "403", "/api/admin/flows/pause-all");
    assertThat(halted.pawl("audit", "--limit", "1", "--json").well().json().get("items"))
        .isPresent();
    assertThat(halted.pawl("audit", "verify").well().out()).endsWith("none of them changed\n");
  }
}
