package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests commands that call a server. */
class CommandsTest {

  private static final String GREET =
      """
      StartAt: Greet
      States:
        Greet:
          Type: Pass
          Result: Hello
          End: true
      """;

  private static final String CALL_CALLED = "Type: Task\n    Resource: flow:called.sync";

  private static final String ASK =
      """
      {"StartAt": "Ask", "States": {
        "Ask": {"Type": "Wait", "Event": "answer", "ResultPath": "$.answer", "End": true}}}
      """;

  @TempDir private static Path folder;
  private static PawlServer server;
  private static Commands commands;

  @BeforeAll
  static void start() {
    server = PawlServer.start(ServerSettings.in(folder.resolve("data")).withPort(0));
    commands = new Commands(server.address(), folder.resolve("data/admin.key"));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Commands.Outcome pawl(String... arguments) {
    return commands.pawl(arguments);
  }

  private static Path file(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  @Test
  void shouldDeployAFolderAndShowChanges() throws Exception {
    Path flows = file("flows/greet.asl.yaml", GREET).getParent();
    String path = flows.toString();

    assertThat(pawl("deploy", path, "--dry-run").well().out())
        .startsWith("greet: would be created\n")
        .contains("  + StartAt: Greet\n");
    assertThat(pawl("start", "greet").exitCode()).isEqualTo(1);
    assertThat(pawl("deploy", path, "--publish").well().out())
        .startsWith("greet: created, published as v1\n");
    assertThat(pawl("deploy", path, "--publish").well().out()).isEqualTo("greet: is the same\n");

    file("flows/greet.asl.yaml", GREET.replace("Hello", "Good day"));
    assertThat(pawl("deploy", path, "--publish", "--dry-run").well().out())
        .startsWith("greet: would be changed, would be published\n")
        .contains("  -     Result: Hello\n", "  +     Result: Good day\n", "        Type: Pass\n")
        .doesNotContain("StartAt");
    Commands.Outcome changed = pawl("deploy", path, "--publish", "--json").well();
    assertThat(changed.out())
        .contains("\"change\": \"changed\"", "\"version\": 2", "+     Result: Good day\\n");

    assertThat(pawl("start", "greet", "--wait").well().out())
        .isEqualTo("SUCCEEDED\n\n\"Good day\"\n");
    assertThat(pawl("start", "greet", "--version", "1", "--wait", "--json").well().text("output"))
        .isEqualTo("Hello");
    assertThat(pawl("flows").well().out()).contains("CODE", "greet", "v2");
  }

  private static final String CAREFREE =
      """
      StartAt: Ask
      States:
        Ask:
          Type: Task
          Resource: flow:carefre.sync
          Parameters: {id: $.order.id}
          Retry:
            - ErrorEquals: [Http.*]
          End: true
      """;

  @Test
  void shouldShowWarningsOfADeployedFlow() throws Exception {
    String file = file("warned/carefree.asl.yaml", CAREFREE).toString();

    for (Commands.Outcome deployed :
        List.of(
            pawl("deploy", file, "--dry-run"),
            pawl("deploy", file),
            pawl("deploy", file, "--publish"),
            pawl("deploy", file, "--publish"))) {
      assertThat(deployed.well().err())
          .contains("carefree.asl.yaml:6:18: warning: '$.order.id' is taken as text")
          .contains("Parameters: {id: $.order.id}\n", "[EXPRESSION_AS_TEXT]")
          .contains("carefree.asl.yaml:8:9: warning: 'Http.*' matches only")
          .contains("there is no flow 'carefre'", "[UNKNOWN_FLOW]");
    }
    Commands.Outcome told = pawl("deploy", file, "--publish", "--json").well();
    assertThat(told.err()).isEmpty();
    assertThat(told.json().get("flows").orElseThrow().get(0).orElseThrow().get("findings"))
        .hasValueSatisfying(
            findings ->
                assertThat(findings.toString())
                    .contains("\"code\":\"EXPRESSION_AS_TEXT\",\"severity\":\"WARNING\"")
                    .contains("\"code\":\"UNKNOWN_FLOW\""));
  }

  @Test
  void shouldShowWarningsOfAPublishedOrImportedFlow() throws Exception {
    pawl("deploy", file("warned/later.asl.yaml", CAREFREE).toString()).well();

    Commands.Outcome published = pawl("flows", "publish", "later").well();
    Path exported = file("warned.json", pawl("export", "later").well().out());
    Commands.Outcome imported = pawl("import", exported.toString()).well();

    assertThat(published.out()).isEqualTo("later is published as v1\n");
    for (Commands.Outcome outcome : List.of(published, imported)) {
      assertThat(outcome.err())
          .contains("later:6:18: warning: '$.order.id' is taken as text")
          .contains("Parameters: {id: $.order.id}\n");
    }
    assertThat(pawl("import", exported.toString(), "--json").well().out())
        .contains("\"code\": \"EXPRESSION_AS_TEXT\"");
  }

  @Test
  void shouldNotWarnOfFlowsThatAreDeployedTogether() throws Exception {
    file("pair/caller.asl.yaml", GREET.replace("Type: Pass\n    Result: Hello", CALL_CALLED));
    Path called = file("pair/called.asl.yaml", GREET);

    Commands.Outcome tried = pawl("deploy", called.getParent().toString(), "--dry-run").well();
    Commands.Outcome deployed = pawl("deploy", called.getParent().toString(), "--publish").well();

    assertThat(tried.err()).isEmpty();
    assertThat(deployed.err()).isEmpty();
    assertThat(deployed.out()).contains("caller: created", "called: created");
  }

  @Test
  void shouldSendNothingWhileAFileHasErrors() throws Exception {
    file("bad/good.asl.yaml", GREET);
    Path bad = file("bad/worse.asl.yaml", GREET.replace("End: true", "Next: Nowhere"));

    Commands.Outcome outcome = pawl("deploy", bad.getParent().toString(), "--publish");

    assertThat(outcome.exitCode()).isEqualTo(1);
    assertThat(outcome.err()).contains("BAD_TARGET", "nothing was sent");
    assertThat(outcome.out()).isEmpty();
    assertThat(pawl("deploy", bad.toString(), "--publish", "--json").json().toString())
        .startsWith("{\"problem\":{\"code\":\"invalid-definition\",")
        .contains("\"code\":\"BAD_TARGET\"");
    assertThat(pawl("flows", "--search", "good").out())
        .isEqualTo("no flows; pawl deploy FILE --publish\n");
  }

  @Test
  void shouldDeployAllFilesOrNone() throws Exception {
    Path good = file("whole/first.asl.yaml", GREET);
    file("whole/executions.asl.yaml", GREET);

    Commands.Outcome refused = pawl("deploy", good.getParent().toString(), "--publish");

    assertThat(refused.exitCode()).isEqualTo(1);
    assertThat(refused.err()).contains("code: must have 1 to 200 letters A-Z and a-z");
    assertThat(pawl("flows", "--search", "first").out()).startsWith("no flows");
  }

  @Test
  void shouldDeployWithoutChangingTheDescriptionOfAFlow() throws Exception {
    Path file = file("said.asl.yaml", GREET);
    Api admin =
        new Api(
            server.address(),
            Optional.of(Files.readString(folder.resolve("data/admin.key")).strip()));
    admin.post(
        "/api/flows",
        "{\"code\": \"said\", \"name\": \"Said so\", \"tags\": [\"t\"], \"definition\": {}}");

    pawl("deploy", file.toString(), "--publish").well();

    assertThat(admin.get("/api/flows/said").body().toString())
        .contains("\"name\":\"Said so\"", "\"tags\":[\"t\"]", "\"active\":1");
  }

  @Test
  void shouldFollowAnExecutionFromItsStartToItsEnd() throws Exception {
    pawl("deploy", file("ask.asl.json", ASK).toString(), "--publish").well();

    String id =
        pawl("start", "ask", "--input", "{\"n\": 1}", "--business-key", "A-17", "--label", "t:x")
            .well()
            .out()
            .strip();
    assertThat(pawl("ls", "--flow", "ask", "--business-key", "A-17").well().out())
        .contains(id, "ask v1", "A-17");
    assertThat(pawl("ls", "--flow", "ask", "--status", "failed").well().out())
        .isEqualTo("no executions\n");
    assertThat(pawl("ls", "--label", "t:x", "--json").well().out()).contains(id);
    assertThat(pawl("explain", id).well().out()).contains("'answer'", "released by: ");

    assertThat(pawl("pause", id, "--reason", "tea").well().out()).startsWith("pause was accepted");
    pawl("resume", id).well();
    pawl("signal", id, "answer", "--payload", "{\"yes\": true}").well();

    assertThat(pawl("watch", id).well().out())
        .contains("✓ Ask")
        .endsWith("SUCCEEDED\n\n{\n  \"n\": 1,\n  \"answer\": {\n    \"yes\": true\n  }\n}\n");
    assertThat(pawl("watch", id, "--json").well().json().get("steps")).isPresent();
    assertThat(pawl("show", id).well().out())
        .contains(id + " of ask v1 (A-17)", " UTC by first key (", "STATE", "Ask", "SUCCEEDED");
    assertThat(pawl("cancel", id).exitCode()).isEqualTo(1);

    String again = pawl("retry", id, "--reason", "too early", "--json").well().text("id");
    assertThat(pawl("show", again).well().out()).contains("retry of " + id + ": too early\n");
    pawl("cancel", again, "--reason", "enough").well();
    assertThat(pawl("watch", again).exitCode()).isEqualTo(1);
  }

  @Test
  void shouldTestADraftWithGivenResults() throws Exception {
    String tea =
        """
        {"StartAt": "Brew", "States": {"Brew": {"Type": "Task", "Resource": "brew", "End": true,
          "Retry": [{"ErrorEquals": ["Busy"]}]}}}\
        """;
    pawl("deploy", file("tea.asl.json", tea).toString()).well();

    Commands.Outcome tested =
        pawl("start", "tea", "--mock-error", "brew=Busy:no water", "--mock", "brew=5", "--wait");
    Commands.Outcome failed = pawl("start", "tea", "--mock-error", "Brew=Broken", "--wait");

    assertThat(tested.well().out()).endsWith("5\n");
    assertThat(failed.exitCode()).isEqualTo(1);
    assertThat(failed.out()).contains("FAILED Broken");
    assertThat(pawl("start", "tea", "--mock", "boil=1").exitCode()).isEqualTo(1);
    assertThat(pawl("start", "tea").exitCode()).isEqualTo(1);
    assertThat(pawl("ls", "--flow", "tea").well().out()).isEqualTo("no executions\n");
    assertThat(pawl("ls", "--flow", "tea", "--test").well().out()).contains("tea draft (test)");
    String id = pawl("start", "tea", "--test").well().out().strip();
    assertThat(pawl("show", id).well().out()).contains(id + " of tea draft (test)");
    pawl("cancel", id).well();
  }

  @Test
  void shouldDeactivateArchiveAndDeleteFlows() throws Exception {
    pawl("deploy", file("leaving.asl.json", ASK).toString(), "--publish").well();

    assertThat(pawl("flows", "delete", "leaving").exitCode()).isEqualTo(2);
    assertThat(pawl("flows", "delete", "leaving", "--yes").exitCode()).isEqualTo(1);
    assertThat(pawl("flows", "archive", "leaving").well().out()).isEqualTo("leaving is archived\n");
    assertThat(pawl("flows", "--archived").well().out()).contains("leaving", "ARCHIVED");
    assertThat(pawl("flows", "restore", "leaving").well().out()).isEqualTo("leaving is restored\n");
    pawl("flows", "archive", "leaving").well();
    assertThat(pawl("flows", "delete", "leaving", "--yes").well().out())
        .isEqualTo("leaving is deleted\n");
    assertThat(pawl("flows", "--archived", "--search", "leaving").well().out())
        .isEqualTo("no archived flows\n");
  }

  @Test
  void shouldExportFlowsToAnotherServer() throws Exception {
    pawl("deploy", file("travel.asl.json", ASK).toString(), "--publish").well();
    Path exported = folder.resolve("travel.json");

    pawl("export", "travel", "--output", exported.toString()).well();
    Files.writeString(
        exported, Files.readString(exported).replace("\"code\": \"travel\"", "\"code\": \"far\""));

    assertThat(pawl("import", exported.toString(), "--dry-run").well().out()).contains("far");
    assertThat(pawl("start", "far").exitCode()).isEqualTo(1);
    pawl("import", exported.toString()).well();
    assertThat(pawl("start", "far").exitCode()).isZero();
    assertThat(pawl("export").well().out()).contains("\"far\"", "\"travel\"");
  }

  @Test
  void shouldStartOnceUnderOneKey() throws Exception {
    pawl("deploy", file("once.asl.json", ASK).toString(), "--publish").well();

    String first = pawl("start", "once", "--idempotency-key", "k1").well().out();

    assertThat(pawl("start", "once", "--idempotency-key", "k1").well().out()).isEqualTo(first);
    assertThat(pawl("start", "once").well().out()).isNotEqualTo(first);
  }

  @Test
  void shouldIssueAndRevokeKeys() throws Exception {
    Commands.Outcome issued =
        pawl("keys", "create", "look", "--role", "viewer", "--expires", "1d", "--json").well();
    Commands viewer = new Commands(server.address(), file("look.key", issued.text("key")));

    assertThat(viewer.pawl("flows").exitCode()).isZero();
    Commands.Outcome refused = viewer.pawl("keys", "--json");
    assertThat(refused.exitCode()).isEqualTo(5);
    assertThat(refused.json().get("problem").flatMap(p -> p.get("code")))
        .contains(Json.of("forbidden"));
    assertThat(pawl("keys").well().out()).contains(issued.text("id"), "look", "viewer");

    pawl("keys", "revoke", issued.text("id")).well();

    assertThat(pawl("keys", "revoke", issued.text("id")).exitCode()).isEqualTo(1);
  }

  @Test
  void shouldMakeALinkThatSignsABrowserInOnce() throws Exception {
    Commands.Outcome made = pawl("signin", "--json").well();
    String path = made.text("url").substring(server.address().toString().length());
    Wire wire = new Wire(server.address());
    List<String> browser =
        List.of("Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8");

    assertThat(pawl("signin").well().out()).startsWith(server.address() + "/signin?code=");
    assertThat(wire.call("GET", path, browser, "").status()).isEqualTo(303);

    Wire.Answer page = wire.call("GET", path, browser, "");
    assertThat(page.status()).isEqualTo(403);
    assertThat(page.header("Content-Type").orElse("")).startsWith("text/html");
    // The console explains what a link is that was not redeemed.
    assertThat(page.body()).contains("<div id=\"root\">");
    for (List<String> program : List.of(List.of("Accept: application/json"), List.<String>of())) {
      Wire.Answer problem = wire.call("GET", path, program, "");
      assertThat(problem.status()).isEqualTo(403);
      assertThat(problem.header("Content-Type").orElse("")).startsWith("application/problem+json");
      assertThat(problem.body()).contains("\"code\":\"forbidden\"", "pawl signin makes a new one");
    }
  }

  @Test
  void shouldRejectKeyNamesWithLineBreaks() {
    for (String name : List.of("a\r\nb", "a\nb", "\u001b[31m", "a\u2028b", "a\u202eb")) {
      Commands.Outcome refused = pawl("keys", "create", name, "--role", "viewer");

      assertThat(refused.exitCode()).isEqualTo(1);
      assertThat(refused.err())
          .contains("name: got the control character U+", "1 to 200 characters")
          .hasLineCount(1);
    }
    pawl("keys", "create", "Zoë's key 🔑", "--role", "viewer").well();
  }

  @Test
  void shouldReportPassedAndFailedChecks() throws Exception {
    assertThat(pawl("doctor").well().out())
        .contains(
            "ok       java",
            "ok       server",
            "ok       database",
            "ok       key",
            "ok       api",
            "ok       security  row-level-security on");

    Commands stranger = new Commands(server.address(), file("no.key", "pawl_no_such_key"));
    Commands.Outcome unknown = stranger.pawl("doctor", "--json");
    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.json().get("ok")).contains(Json.of(false));
    assertThat(stranger.pawl("ls").exitCode()).isEqualTo(5);

    Commands nowhere =
        new Commands(URI.create("http://127.0.0.1:1"), folder.resolve("data/admin.key"));
    assertThat(nowhere.pawl("doctor").out())
        .contains("problem  server", "-> start it with pawl up");
    Commands.Outcome away = nowhere.pawl("ls");
    assertThat(away.exitCode()).isEqualTo(4);
    assertThat(away.err()).startsWith("pawl: http://127.0.0.1:1 does not answer (").hasLineCount(1);
  }

  @Test
  void shouldListTheNodes() {
    assertThat(pawl("nodes").well().out()).contains("NODE", "STATUS", "EXECUTIONS").hasLineCount(2);
  }

  @Test
  void shouldRejectWithOneSentence() {
    Commands.Outcome unknown = pawl("show", "0190a000-0000-7000-8000-000000000000");

    assertThat(unknown.exitCode()).isEqualTo(1);
    assertThat(unknown.err()).startsWith("pawl: there is no execution").hasLineCount(1);
    assertThat(pawl("start", "nothing").err()).startsWith("pawl: there is no flow 'nothing'");
    assertThat(pawl("start", "x", "--label", "y").exitCode()).isEqualTo(2);
  }
}
