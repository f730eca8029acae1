package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.store.UnavailableException;
import dev.pawl.postgres.connection.ConnectionTemplate;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OneServer.class)
class FlowsTest {

  private static OneServer.Running one;
  private static String ownKey;
  private static Api admin;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    one = running;
    ownKey = running.tenant("flows");
    admin = running.with(ownKey);
  }

  private static String passFlow(String word) {
    return "{\"StartAt\": \"Say\", \"States\": {\"Say\": {\"Type\": \"Pass\", \"Result\": \"%s\", \"End\": true}}}"
        .formatted(word);
  }

  private static String body(String code, String word) {
    return "{\"code\": \"%s\", \"definition\": %s}".formatted(code, passFlow(word));
  }

  private static void publish(String code, String word) throws Exception {
    Api.Answer created = admin.post("/api/flows", body(code, word));
    if (created.status() == 409) {
      admin.call("PUT", "/api/flows/" + code, body(code, word));
    }
    Api.Answer published =
        admin.post(
            "/api/flows/%s/publish".formatted(code), "{\"note\": \"says %s\"}".formatted(word));
    assertThat(published.status()).as(published.toString()).isEqualTo(200);
  }

  private static String output(String flow) throws Exception {
    return admin.post("/api/flows/" + flow + "/execute?wait=30", "{}").text("output");
  }

  @Test
  void shouldKeepTheSourceAndThePublisher() throws Exception {
    String yaml = "# greets\\nStartAt: A\\nStates: {A: {Type: Succeed}}\\n";
    admin.post(
        "/api/flows",
        "{\"code\": \"kept\", \"source\": \"%s\", \"format\": \"yaml\"}".formatted(yaml));
    admin.post("/api/flows/kept/publish", "{\"note\": \"the first\"}");

    Api.Answer version = admin.get("/api/flows/kept/versions/1");

    assertThat(version.text("source")).startsWith("# greets\nStartAt");
    assertThat(version.text("format")).isEqualTo("yaml");
    assertThat(version.text("publishedBy")).startsWith("first key");
    assertThat(version.text("note")).isEqualTo("the first");
    assertThat(admin.post("/api/flows/kept/execute?wait=30", "{}").text("status"))
        .isEqualTo("SUCCEEDED");
  }

  @Test
  void shouldActivateExistingVersionsOnly() throws Exception {
    publish("switched", "one");
    publish("switched", "two");
    assertThat(output("switched")).isEqualTo("two");

    assertThat(admin.post("/api/flows/switched/activate", "{\"version\": 1}").text("active"))
        .isEqualTo("1");
    assertThat(output("switched")).isEqualTo("one");
    assertThat(admin.post("/api/flows/switched/activate", "{\"version\": 9}").status())
        .isEqualTo(404);
    assertThat(admin.post("/api/flows/switched/deactivate", "").text("status"))
        .isEqualTo("INACTIVE");
    assertThat(admin.post("/api/flows/switched/activate", "").text("active")).isEqualTo("2");
  }

  @Test
  void shouldRejectAnActiveVersionThatDoesNotExist() throws Exception {
    publish("constrained", "one");
    ConnectionTemplate database = one.server().tables();

    assertThatThrownBy(
            () -> database.update("update pawl.flow set active = 7 where code = 'constrained'"))
        .isInstanceOf(UnavailableException.class)
        .hasStackTraceContaining("flow_active");
    assertThatThrownBy(
            () ->
                database.update(
                    "insert into pawl.flow (tenant, id, code, name, description, source, format,"
                        + " created_by) select tenant, gen_random_uuid(), code, name, description,"
                        + " source, format, created_by from pawl.flow where code = 'constrained'"))
        .hasStackTraceContaining("flow_code");
  }

  @Test
  void shouldMakeAnOldVersionTheDraftAndChangeNoVersion() throws Exception {
    publish("reverted", "one");
    publish("reverted", "two");
    String first = admin.get("/api/flows/reverted/versions/1").text("source");

    Api.Answer draft = admin.post("/api/flows/reverted/versions/1/restore", "");

    assertThat(draft.text("active")).isEqualTo("2");
    assertThat(draft.body().get("draft").orElseThrow().get("source").orElseThrow().asText())
        .isEqualTo(first);
    assertThat(admin.post("/api/flows/reverted/publish", "").text("active")).isEqualTo("3");
    assertThat(admin.get("/api/flows/reverted/versions/1").text("source")).isEqualTo(first);
    assertThat(output("reverted")).isEqualTo("one");
  }

  @Test
  void shouldNotOverwriteANewerDraft() throws Exception {
    admin.post("/api/flows", body("shared", "one"));
    String revision = admin.get("/api/flows/shared").text("revision");

    Api.Answer saved =
        admin.with("If-Match", revision).call("PUT", "/api/flows/shared", body("shared", "two"));
    Api.Answer late =
        admin.with("If-Match", revision).call("PUT", "/api/flows/shared", body("shared", "three"));

    assertThat(saved.text("revision")).isEqualTo("2");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.text("code")).isEqualTo("newer-revision");
    assertThat(late.text("detail")).contains("revision 2");
    assertThat(admin.get("/api/flows/shared").body().toString()).contains("two");
    assertThat(
            admin
                .with("If-Match", "x")
                .call("PUT", "/api/flows/shared", body("shared", "x"))
                .status())
        .isEqualTo(400);
  }

  @Test
  void shouldFindFlowsByTheirMetadata() throws Exception {
    admin.post(
        "/api/flows",
        """
        {"code": "found-1", "name": "Billing", "type": "SCHEDULED", "category": "biz",
         "priority": "HIGH", "tags": ["money", "night"], "definition": %s}\
        """
            .formatted(passFlow("x")));
    publish("found-2", "x");

    for (String filter :
        List.of(
            "search=bill",
            "type=SCHEDULED",
            "category=biz",
            "priority=HIGH",
            "tag=night",
            "search=found&status=DRAFT")) {
      assertThat(codes(filter)).as(filter).containsExactly("found-1");
    }
    assertThat(codes("search=found&status=ACTIVE")).containsExactly("found-2");
    admin.call("DELETE", "/api/flows/found-2", "");
    assertThat(codes("search=found")).containsExactly("found-1");
    assertThat(codes("search=found&status=ARCHIVED")).containsExactly("found-2");
    assertThat(codes("search=%25")).isEmpty();
    assertThat(admin.get("/api/flows?status=NEW").status()).isEqualTo(400);
  }

  private static List<String> codes(String query) throws Exception {
    Json items = admin.get("/api/flows?" + query).body().get("items").orElseThrow();
    return IntStream.iterate(0, i -> items.get(i).isPresent(), i -> i + 1)
        .mapToObj(i -> items.get(i).orElseThrow().get("code").orElseThrow().asText())
        .toList();
  }

  @Test
  void shouldRejectTooLongOrTooManySearchWords() throws Exception {
    String tags =
        "\"" + String.join("\",\"", IntStream.range(0, 51).mapToObj(i -> "t" + i).toList()) + "\"";
    List.of(
            "\"name\": \"%s\"".formatted("n".repeat(201)),
            "\"description\": \"%s\"".formatted("d".repeat(10_001)),
            "\"category\": \"two words\"",
            "\"tags\": [%s]".formatted(tags))
        .forEach(
            field -> {
              try {
                Api.Answer refused =
                    admin.post(
                        "/api/flows",
                        "{\"code\": \"wordy\", %s, \"definition\": %s}"
                            .formatted(field, passFlow("x")));
                assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
                assertThat(refused.text("detail")).containsAnyOf("shorten", "remove", "one word");
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    assertThat(admin.get("/api/flows/wordy").status()).isEqualTo(404);
  }

  @Test
  void shouldDuplicateTheDraftWithoutVersions() throws Exception {
    publish("origin", "one");

    Api.Answer copy = admin.post("/api/flows/origin/duplicate", "{\"code\": \"twin\"}");

    assertThat(copy.status()).isEqualTo(201);
    assertThat(copy.text("status")).isEqualTo("DRAFT");
    assertThat(copy.body().get("draft").flatMap(draft -> draft.get("source")))
        .isEqualTo(
            admin
                .get("/api/flows/origin")
                .body()
                .get("draft")
                .flatMap(draft -> draft.get("source")));
    assertThat(admin.post("/api/flows/origin/duplicate", "{\"code\": \"twin\"}").status())
        .isEqualTo(409);
  }

  @Test
  void shouldCallTheActiveVersionOfAnotherFlow() throws Exception {
    publish("called", "one");
    publish("called", "two");
    admin.post("/api/flows/called/activate", "{\"version\": 1}");
    admin.post(
        "/api/flows?publish=true",
        """
        {"code": "caller", "definition": {"StartAt": "Call", "States": {
          "Call": {"Type": "Task", "Resource": "flow:called.sync", "End": true}}}}\
        """);

    assertThat(output("caller")).isEqualTo("one");
  }

  @Test
  void shouldReportDifferencesBetweenVersionsAndTheDraft() throws Exception {
    publish("compared", "one");
    publish("compared", "two");
    admin.call("PUT", "/api/flows/compared", body("compared", "three"));

    Json diff = admin.get("/api/flows/compared/diff?from=1&to=2").body();
    Json draft = admin.get("/api/flows/compared/diff?from=2&to=draft").body();

    assertThat(diff.toString())
        .contains("\"path\":\"/States/Say/Result\"", "\"before\":\"one\",\"after\":\"two\"");
    assertThat(draft.toString()).contains("\"before\":\"two\",\"after\":\"three\"");
    assertThat(admin.get("/api/flows/compared/diff?from=1&to=8").status()).isEqualTo(404);
    assertThat(admin.get("/api/flows/compared/diff?from=new").status()).isEqualTo(400);
    assertThat(admin.get("/api/flows/compared/diff").status()).isEqualTo(400);
  }

  @Test
  void shouldExportAndReimportFlows() throws Exception {
    publish("moved", "one");
    String exported = admin.get("/api/flows/moved/export").body().toString();
    assertThat(admin.get("/api/export").body().toString()).contains("\"code\":\"moved\"");
    assertThat(change(admin.post("/api/import", exported))).isEqualTo("UNCHANGED");

    String elsewhere = exported.replace("\"moved\"", "\"arrived\"");
    assertThat(change(admin.post("/api/import?dryRun=true", elsewhere))).isEqualTo("CREATED");
    assertThat(admin.get("/api/flows/arrived").status()).isEqualTo(404);
    assertThat(change(admin.post("/api/import", elsewhere))).isEqualTo("CREATED");
    assertThat(output("arrived")).isEqualTo("one");

    String changed = elsewhere.replace("one", "other");
    Api.Answer wouldChange = admin.post("/api/import?dryRun=true", changed);
    assertThat(change(wouldChange)).isEqualTo("CHANGED");
    assertThat(wouldChange.body().toString()).contains("\"before\":\"one\",\"after\":\"other\"");
    assertThat(output("arrived")).isEqualTo("one");
    admin.post("/api/import", changed);
    assertThat(output("arrived")).isEqualTo("other");
    assertThat(change(admin.post("/api/import", changed))).isEqualTo("UNCHANGED");
  }

  @Test
  void shouldImportAllFlowsOrNone() throws Exception {
    publish("whole", "one");
    JsonObject exported = (JsonObject) admin.get("/api/flows/whole/export").body();
    String good = exported.get("flows").orElseThrow().get(0).orElseThrow().toString();
    String bad =
        good.replace("\"whole\"", "\"broken\"").replace("\\\"Say\\\",", "\\\"Nowhere\\\",");

    Api.Answer refused =
        admin.post(
            "/api/import",
            "{\"pawl\": 1, \"flows\": [%s, %s]}"
                .formatted(good.replace("\"whole\"", "\"half\""), bad));

    assertThat(refused.status()).as(refused.toString()).isEqualTo(422);
    assertThat(admin.get("/api/flows/half").status()).isEqualTo(404);
    assertThat(admin.post("/api/import", "{\"flows\": []}").status()).isEqualTo(400);
    assertThat(
            admin
                .post("/api/import", "{\"pawl\": 1, \"flows\": [%s, %s]}".formatted(good, good))
                .text("code"))
        .isEqualTo("twice");
  }

  private static String change(Api.Answer answer) {
    return answer
        .body()
        .get("flows")
        .orElseThrow(() -> new AssertionError(answer.toString()))
        .get(0)
        .orElseThrow()
        .get("result")
        .orElseThrow()
        .asText();
  }

  @Test
  void shouldWarnOfResourcesWithoutAHandler() throws Exception {
    String definition =
        """
        {"StartAt": "Fan", "States": {
          "Fan": {"Type": "Parallel", "Next": "Call", "Branches": [
            {"StartAt": "Do", "States": {
              "Do": {"Type": "Task", "Resource": "unheard-of", "End": true}}}]},
          "Call": {"Type": "Task", "Resource": "flow:other.sync", "Next": "Done"},
          "Done": {"Type": "Task", "Resource": "heard-of", "Next": "All",
            "Compensate": {"Resource": "undo-unheard-of"}},
          "All": {"Type": "Map", "End": true, "ItemReader": {"Resource": "unread"},
            "ResultWriter": {"Resource": "flow:nobody", "Parameters": {"Prefix": "p"}},
            "ItemProcessor": {
              "ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
              "StartAt": "P", "States": {"P": {"Type": "Pass", "End": true}}}}}}\
        """;
    admin.post("/api/workers/poll", "{\"resources\": [\"heard-of\"], \"max\": 1, \"wait\": 0}");

    Json validated =
        admin.post("/api/flows/validate", "{\"definition\": " + definition + "}").body();
    Api.Answer published =
        admin.post(
            "/api/flows?publish=true",
            "{\"code\": \"unserved\", \"definition\": %s}".formatted(definition));

    assertThat(validated.get("valid")).contains(Json.of(true));
    assertThat(validated.get("findings").orElseThrow().toString())
        .contains("UNSERVED_RESOURCE", "/States/Fan/Branches/0/States/Do/Resource", "unheard-of")
        .contains("/States/Done/Compensate/Resource", "the compensation of 'Done' waits")
        .contains("/States/All/ItemReader/Resource", "'unread'")
        .contains("/States/All/ResultWriter/Resource", "'flow:nobody'")
        .doesNotContain("'heard-of'", "flow:other");
    assertThat(published.status()).isEqualTo(201);
    assertThat(published.body().get("findings").orElseThrow().toString())
        .contains("unheard-of", "\"severity\":\"warning\"");
  }

  @Test
  void shouldWarnOfMissingFlows() throws Exception {
    String body =
        """
        {"code": "early-caller", "definition": {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "flow:callee-to-come.sync", "Next": "B",
            "Compensate": {"Resource": "flow:undo"}},
          "B": {"Type": "Task", "Resource": "flow:early-caller", "End": true}}}}
        """;

    String odd =
        """
        {"StartAt": "A", "States": {
          "A": {"Type": "Task", "Resource": "flow:\\u0000", "Next": "B"},
          "B": {"Type": "Task", "Resource": "flow:\\ud800", "Next": "C"},
          "C": {"Type": "Task", "Resource": "flow:", "End": true}}}
        """;

    Json validated = admin.post("/api/flows/validate", body).body();
    Json impossible =
        admin.post("/api/flows/validate", "{\"source\": %s}".formatted(Json.of(odd))).body();
    Api.Answer published = admin.post("/api/flows?publish=true", body);
    admin.post(
        "/api/flows",
        "{\"code\": \"callee-to-come\", \"definition\": {\"StartAt\": \"A\", \"States\": {}}}");
    Api.Answer later = admin.post("/api/flows/early-caller/publish", "{}");
    admin.call("DELETE", "/api/flows/callee-to-come", "");
    Api.Answer archived = admin.get("/api/flows/early-caller");

    assertThat(validated.get("valid")).contains(Json.of(true));
    assertThat(validated.get("findings").orElseThrow().toString())
        .contains("\"code\":\"UNKNOWN_FLOW\"", "\"location\":\"/States/A/Resource\"")
        .contains("there is no flow 'callee-to-come'", "/States/A/Compensate/Resource")
        .doesNotContain("/States/B");
    assertThat(impossible.get("findings").orElseThrow().toString())
        .contains("/States/A/Resource", "/States/B/Resource", "/States/C/Resource");
    assertThat(published.status()).isEqualTo(201);
    assertThat(published.body().get("findings").orElseThrow().toString())
        .contains("there is no flow 'callee-to-come'");
    assertThat(later.body().get("findings").orElseThrow().toString())
        .doesNotContain("callee-to-come")
        .contains("/States/A/Compensate/Resource");
    assertThat(archived.body().get("findings").orElseThrow().toString())
        .contains("there is no flow 'callee-to-come'");
  }

  @Test
  void shouldReportAllFindingsOfARejectedDefinition() throws Exception {
    Api.Answer refused =
        admin.post(
            "/api/flows?publish=true",
            """
            {"code": "all-said", "definition": {"StartAt": "A", "States": {"A": {"Type": "Task",
              "Resource": "r", "Retry": [{"ErrorEquals": ["States.Nope"]}], "Next": "Nowhere"}}}}\
            """);

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body().get("errors").orElseThrow().toString())
        .contains("BAD_TARGET", "\"severity\":\"error\"")
        .contains("UNKNOWN_ERROR_NAME", "\"severity\":\"warning\"");
  }

  @Test
  void shouldNotLetEditorsPublishThroughOtherEndpoints() throws Exception {
    publish("guarded", "one");
    Api editor = one.with(one.key(ownKey, "editor"));
    String changed = admin.get("/api/flows/guarded/export").body().toString().replace("one", "two");

    assertThat(editor.post("/api/flows?publish=true", body("mine", "x")).status()).isEqualTo(403);
    assertThat(editor.post("/api/import", changed).status()).isEqualTo(403);
    assertThat(output("guarded")).isEqualTo("one");
  }
}
