package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonNull;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Test runs of drafts and versions, with mocked handlers. */
@ExtendWith(OneServer.class)
class TestModeTest {

  private static final String ORDER =
      """
      {"StartAt": "Charge", "States": {
        "Charge": {"Type": "Task", "Resource": "pay", "ResultPath": "$.payment", "Next": "Pack",
          "Retry": [{"ErrorEquals": ["Busy"], "IntervalSeconds": 1}]},
        "Pack": {"Type": "Task", "Resource": "pack", "ResultPath": "$.parcel", "End": true}}}\
      """;

  private static OneServer.Running one;
  private static Api api;

  @BeforeAll
  static void tenant(OneServer.Running running) throws Exception {
    one = running;
    api = running.own("test-mode");
  }

  private static void draft(String code, String definition) throws Exception {
    String body = "{\"code\": \"%s\", \"definition\": %s}".formatted(code, definition);
    Api.Answer created = api.post("/api/flows", body);
    if (created.status() == 409) {
      created = api.call("PUT", "/api/flows/" + code, body);
    }
    assertThat(created.status()).as(created.toString()).isLessThan(300);
  }

  private static Api.Answer test(String flow, String body) throws Exception {
    return api.post("/api/flows/" + flow + "/test?wait=30", body);
  }

  private static List<String> ids(String query) throws Exception {
    JsonArray items =
        (JsonArray) api.get("/api/flows/executions?" + query).body().get("items").orElseThrow();
    return items.elements().stream().map(one -> one.get("id").orElseThrow().asText()).toList();
  }

  @Test
  void shouldTestADraftWithoutRunningItsTasks() throws Exception {
    draft("order", ORDER);

    Api.Answer tested =
        test(
            "order",
            """
            {"input": {"n": 1}, "businessKey": "A-17", "labels": {"team": "shop"}, "mockHandlers": {
              "Charge": [{"error": "Busy"}, {"result": {"id": "pay-1"}}],
              "pack": {"result": 5}}}\
            """);

    assertThat(tested.status()).as(tested.toString()).isEqualTo(200);
    assertThat(tested.text("status")).isEqualTo("SUCCEEDED");
    assertThat(tested.text("test")).isEqualTo("true");
    assertThat(tested.body().get("version")).contains(JsonNull.NULL);
    assertThat(tested.text("output"))
        .isEqualTo("{\"n\":1,\"payment\":{\"id\":\"pay-1\"},\"parcel\":5}");
    assertThat(api.get("/api/flows/order").body().get("latest")).contains(JsonNull.NULL);
    assertThat(api.get("/api/flows/order/versions").text("items")).isEqualTo("[]");
    Api.Answer steps = api.get("/api/flows/executions/" + tested.text("id") + "/steps");
    assertThat(steps.text("items")).contains("\"state\":\"Charge\"", "\"attempt\":2");
  }

  @Test
  void shouldShowTestsOnRequestOnly() throws Exception {
    draft("listed", "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}");
    api.post("/api/flows/listed/publish", "");
    String meant = api.post("/api/flows/listed/execute?wait=30", "{}").text("id");
    String ofDraft = test("listed", "").text("id");
    Api.Answer ofVersion = test("listed", "{\"version\": 1}");

    assertThat(ofVersion.text("version")).isEqualTo("1");
    assertThat(ids("flow=listed")).containsExactly(meant);
    assertThat(ids("flow=listed&test=false")).containsExactly(meant);
    assertThat(ids("flow=listed&test=true")).containsExactly(ofVersion.text("id"), ofDraft);
    assertThat(ids("flow=listed&test=all")).hasSize(3);
    assertThat(api.get("/api/flows/listed/flow-executions?test=true").text("items"))
        .contains(ofDraft);
    assertThat(api.get("/api/flows/executions?test=maybe").status()).isEqualTo(400);
    String bulk =
        "{\"action\": \"cancel\", \"dryRun\": true, \"filter\": {\"flow\": \"listed\"%s}}";
    assertThat(api.post("/api/flows/executions/bulk", bulk.formatted("")).text("matches"))
        .isEqualTo("1");
    assertThat(
            api.post("/api/flows/executions/bulk", bulk.formatted(", \"test\": true"))
                .text("matches"))
        .isEqualTo("2");
  }

  @Test
  void shouldTestTheDraftAsItIsAndLeaveVersionsAsTheyAre() throws Exception {
    String says =
        "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"Result\": \"%s\","
            + " \"End\": true}}}";
    draft("changed", says.formatted("one"));
    Api.Answer first = test("changed", "{}");
    draft("changed", says.formatted("two"));
    Api.Answer second = test("changed", "{}");
    api.post("/api/flows/changed/publish", "");
    draft("changed", says.formatted("three"));

    assertThat(first.text("output")).isEqualTo("one");
    assertThat(second.text("output")).isEqualTo("two");
    assertThat(test("changed", "{}").text("output")).isEqualTo("three");
    assertThat(test("changed", "{\"version\": 1}").text("output")).isEqualTo("two");
    assertThat(api.post("/api/flows/changed/execute?wait=30", "{}").text("output"))
        .isEqualTo("two");
    assertThat(api.get("/api/flows/changed").text("latest")).isEqualTo("1");
    // The tested definition stays readable after the draft is gone.
    assertThat(api.get("/api/flows/executions/" + first.text("id") + "/steps").text("items"))
        .contains("\"one\"");
    String again = "/api/flows/executions/" + first.text("id") + "/retry?mode=full";
    Api.Answer retried = api.post(again, "{}");
    assertThat(retried.text("test")).isEqualTo("true");
    assertThat(api.get("/api/flows/executions/" + retried.text("id") + "?wait=30").text("output"))
        .isEqualTo("one");
  }

  @Test
  void shouldNotRunTheSameTestTwice() throws Exception {
    draft("once", ORDER);
    String path = "/api/flows/once/test?wait=30";
    String body = "{\"mockHandlers\": {\"pay\": {\"result\": 1}, \"pack\": {\"result\": %d}}}";
    Api keyed = api.keyed("one-test");

    Api.Answer first = keyed.post(path, body.formatted(1));
    Api.Answer again = keyed.post(path, body.formatted(1));
    Api.Answer other = keyed.post(path, body.formatted(2));

    assertThat(first.text("status")).isEqualTo("SUCCEEDED");
    assertThat(again.text("id")).isEqualTo(first.text("id"));
    assertThat(other.status()).isEqualTo(422);
  }

  @Test
  void shouldDescribeErrorsOfATest() throws Exception {
    draft("wrong", ORDER);
    draft(
        "broken",
        "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Pass\", \"Next\": \"B\"}}}");
    String mocks = "{\"mockHandlers\": %s}";

    Api.Answer unknown = test("wrong", mocks.formatted("{\"Ship\": {\"result\": 1}}"));
    assertThat(unknown.status()).isEqualTo(422);
    assertThat(unknown.text("code")).isEqualTo("unknown-mock");
    assertThat(unknown.text("detail")).contains("'Ship'", "'Charge', 'Pack', 'pack', 'pay'");
    for (String bad :
        List.of(
            "5",
            "{\"pay\": 5}",
            "{\"pay\": []}",
            "{\"pay\": {}}",
            "{\"pay\": {\"cause\": \"c\"}}",
            "{\"pay\": {\"result\": 1, \"error\": \"E\"}}",
            "{\"pay\": {\"result\": 1, \"cause\": \"c\"}}",
            "{\"pay\": {\"error\": 5}}",
            "{\"pay\": {\"results\": 5}}")) {
      Api.Answer refused = test("wrong", mocks.formatted(bad));
      assertThat(refused.status()).as(bad).isEqualTo(400);
      assertThat(refused.text("detail")).as(bad).startsWith("mockHandlers: ");
    }
    Api.Answer large =
        test(
            "wrong",
            mocks.formatted("{\"pay\": {\"result\": \"%s\"}}".formatted("ü".repeat(8 * 1024))));
    assertThat(large.status()).isEqualTo(413);
    assertThat(large.text("detail")).contains("16384");
    Api.Answer invalid = test("broken", "{}");
    assertThat(invalid.status()).isEqualTo(422);
    assertThat(invalid.text("code")).isEqualTo("invalid-definition");
    assertThat(test("wrong", "{\"version\": 1}").status()).isEqualTo(404);
    assertThat(test("wrong", "{\"version\": -1}").status()).isEqualTo(404);
    assertThat(test("nowhere", "{}").status()).isEqualTo(404);
    api.call("DELETE", "/api/flows/wrong", "");
    assertThat(test("wrong", "{}").text("code")).isEqualTo("archived");
  }

  @Test
  void shouldKnowTheNamesOfFlowsThatItCalls() throws Exception {
    draft("called", ORDER);
    api.post("/api/flows/called/publish", "");
    draft(
        "calling",
        """
        {"StartAt": "Call", "States": {
          "Call": {"Type": "Task", "Resource": "flow:called.sync", "End": true}}}\
        """);

    Api.Answer tested =
        test(
            "calling",
            "{\"mockHandlers\": {\"Charge\": {\"result\": 1}, \"pack\": {\"result\": 2}}}");
    Api.Answer unknown = test("calling", "{\"mockHandlers\": {\"Chrage\": {\"result\": 1}}}");

    assertThat(tested.text("output")).isEqualTo("{\"payment\":1,\"parcel\":2}");
    assertThat(unknown.text("code")).isEqualTo("unknown-mock");
    assertThat(unknown.text("detail")).contains("'Chrage'").doesNotContain("Charge", "pack");
    assertThat(ids("flow=called&parent=any")).isEmpty();
    assertThat(ids("flow=called&test=true&parent=any")).hasSize(1);
  }

  @Test
  void shouldMarkTestsInStreams() throws Exception {
    draft("streamed", "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Succeed\"}}}");
    try (Stream<String> lines = api.events("/api/flows/streamed/events", Optional.empty())) {
      Iterator<String> told = lines.iterator();
      while (!told.next().startsWith("event: open")) {
        // The subscription is open by then.
      }
      test("streamed", "{}");
      String fact = "";
      while (!fact.contains("\"fact\"")) {
        fact = told.next();
      }

      assertThat(fact).contains("\"test\":true", "\"version\":null");
    }
  }

  @Test
  void shouldOfferUnmockedWorkToWorkers() throws Exception {
    draft("half", ORDER);

    String id =
        api.post("/api/flows/half/test", "{\"mockHandlers\": {\"Charge\": {\"result\": 1}}}")
            .text("id");
    Json work =
        api.post("/api/workers/poll", "{\"resources\": [\"pack\"], \"max\": 1, \"wait\": 30}")
            .body()
            .get(0)
            .orElseThrow();
    String token = work.get("token").orElseThrow().asText();
    api.post("/api/workers/" + token + "/success", "{\"output\": 7}");

    assertThat(api.get("/api/flows/executions/" + id + "?wait=30").text("output"))
        .isEqualTo("{\"payment\":1,\"parcel\":7}");
  }

  @Test
  void shouldRequireThePermissionToStart() throws Exception {
    String admin = one.tenant("test-mode-roles");
    one.with(admin)
        .post(
            "/api/flows",
            "{\"code\": \"f\", \"definition\": {\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\":"
                + " \"Succeed\"}}}}");

    for (String role : List.of("viewer", "editor", "publisher", "worker")) {
      assertThat(one.with(one.key(admin, role)).post("/api/flows/f/test", "{}").status())
          .as(role)
          .isEqualTo(403);
    }
    assertThat(one.with(one.key(admin, "operator")).post("/api/flows/f/test", "{}").status())
        .isEqualTo(202);
  }
}
