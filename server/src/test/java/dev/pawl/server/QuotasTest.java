package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Quotas of active flows and of the size of definitions, and the events that warn before them. */
@ExtendWith(OneServer.class)
class QuotasTest {

  private static final String DEFINITION =
      "{\"StartAt\": \"Done\", \"States\": {\"Done\": {\"Type\": \"Pass\", \"End\": true}}}";

  private OneServer.Running running;
  private String code;
  private Api tenant;

  @BeforeEach
  void createTenant(OneServer.Running server) throws Exception {
    running = server;
    code = "quotas-" + System.nanoTime();
    tenant = server.own(code);
  }

  private void limit(String limits) throws Exception {
    Api.Answer set = running.admin().call("PUT", "/api/tenants/" + code + "/limits", limits);
    assertThat(set.status()).as(set.toString()).isEqualTo(200);
  }

  private Api.Answer create(String flow, boolean publish) throws Exception {
    return tenant.post(
        "/api/flows?publish=" + publish,
        "{\"code\": \"%s\", \"definition\": %s}".formatted(flow, DEFINITION));
  }

  private static void assertExceeded(Api.Answer refused, int current, int limit) {
    assertThat(refused.status()).as(refused.toString()).isEqualTo(403);
    assertThat(refused.text("code")).isEqualTo("quota-exceeded");
    assertThat(refused.text("current")).isEqualTo(Integer.toString(current));
    assertThat(refused.text("limit")).isEqualTo(Integer.toString(limit));
  }

  @Test
  void shouldLimitTheActiveFlowsOnEveryWayToActivateOne() throws Exception {
    create("a", true);
    create("b", true);
    create("c", false);
    limit("{\"activeFlows\": 2}");
    assertThat(running.admin().get("/api/tenants/" + code + "/limits").text("activeFlows"))
        .isEqualTo("2");

    assertExceeded(create("d", true), 2, 2);
    assertThat(tenant.get("/api/flows/d").status()).as("nothing of it is stored").isEqualTo(404);
    assertExceeded(tenant.post("/api/flows/c/publish", ""), 2, 2);
    assertThat(tenant.post("/api/flows/a/publish", "").status())
        .as("the next version of an active flow")
        .isEqualTo(200);
    assertThat(create("e", false).status()).as("a draft").isEqualTo(201);

    assertThat(tenant.call("DELETE", "/api/flows/a", "").status()).isEqualTo(200);
    assertThat(tenant.post("/api/flows/c/publish", "").status()).isEqualTo(200);
    assertExceeded(tenant.post("/api/flows/a/restore", ""), 2, 2);
    assertThat(tenant.post("/api/flows/c/deactivate", "").status()).isEqualTo(200);
    assertThat(tenant.post("/api/flows/a/restore", "").status()).isEqualTo(200);
    assertExceeded(tenant.post("/api/flows/c/activate", ""), 2, 2);
    limit("{}");
    assertThat(tenant.post("/api/flows/c/activate", "").status()).isEqualTo(200);
  }

  @Test
  void shouldCountExactlyWhenManyArePublishedAtOnce() throws Exception {
    limit("{\"activeFlows\": 3}");

    List<CompletableFuture<Api.Answer>> creating = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      String flow = "flow-" + i;
      creating.add(
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return create(flow, true);
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              }));
    }
    List<Integer> statuses = creating.stream().map(one -> one.join().status()).toList();

    assertThat(statuses.stream().filter(status -> status == 201)).hasSize(3);
    assertThat(statuses.stream().filter(status -> status == 403)).hasSize(9);
  }

  @Test
  void shouldLimitTheSizeOfDefinitionsOnEveryWayToSaveOne() throws Exception {
    String comment = "x".repeat(400);
    String large = DEFINITION.replaceFirst("\\{", "{\"Comment\": \"%s\", ".formatted(comment));
    create("small", false);
    assertThat(
            tenant
                .post("/api/flows", "{\"code\": \"old\", \"definition\": %s}".formatted(large))
                .status())
        .isEqualTo(201);
    Json exported = tenant.get("/api/flows/old/export").body();
    limit("{\"definitionBytes\": 300}");

    Api.Answer refused =
        tenant.post("/api/flows", "{\"code\": \"large\", \"definition\": %s}".formatted(large));
    int size = Integer.parseInt(refused.text("current"));

    assertThat(size).isGreaterThan(400);
    assertExceeded(refused, size, 300);
    assertThat(refused.text("detail")).contains("'large'", "definitionBytes");
    assertExceeded(
        tenant.call("PUT", "/api/flows/small", "{\"definition\": %s}".formatted(large)), size, 300);
    assertExceeded(tenant.post("/api/flows/old/duplicate", "{\"code\": \"copy\"}"), size, 300);
    String imported = exported.toString().replace("\"old\"", "\"imported\"");
    Api.Answer importing = tenant.post("/api/import", imported);
    assertThat(importing.text("code")).as(importing.toString()).isEqualTo("quota-exceeded");
    assertThat(create("other", true).status()).isEqualTo(201);
    assertThat(tenant.call("DELETE", "/api/flows/old", "").status())
        .as("what is too large can be removed")
        .isEqualTo(200);
  }

  @Test
  void shouldWarnByEventsAt80And95Percent() throws Exception {
    create("warned", true);
    tenant.post("/api/bindings", "{\"event\": \"pawl.quota.*\", \"flow\": \"warned\"}");
    limit("{\"activeFlows\": 20}");

    for (int i = 0; i < 14; i++) {
      create("flow-" + i, true);
    }
    assertThat(warnings()).as("at 75 percent").isEmpty();
    create("at-80", true);
    assertThat(warnings()).hasSize(1);
    IntStream.range(0, 3).forEach(i -> publishQuietly("more-" + i));

    List<Json> warned = warnings();
    assertThat(warned).hasSize(2);
    assertThat(warned.toString())
        .contains(
            "{\"quota\":\"activeFlows\",\"percent\":80,\"current\":16,\"limit\":20}",
            "{\"quota\":\"activeFlows\",\"percent\":95,\"current\":19,\"limit\":20}");
  }

  @Test
  void shouldRefuseQuotasThatAreNotNumbersFromOne() throws Exception {
    Api.Answer refused =
        running.admin().call("PUT", "/api/tenants/" + code + "/limits", "{\"activeFlows\": 0}");

    assertThat(refused.text("detail"))
        .isEqualTo(
            "activeFlows: 0 is not a number from 1 to 1000000; leave it out to lift the limit");
  }

  private void publishQuietly(String flow) {
    try {
      create(flow, true);
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  /** Returns the payloads of the warnings that started the flow. */
  private List<Json> warnings() throws Exception {
    JsonArray items =
        (JsonArray)
            tenant.get("/api/flows/executions?flow=warned").body().get("items").orElseThrow();
    List<Json> payloads = new ArrayList<>();
    for (Json item : items.elements()) {
      String id = item.get("id").orElseThrow().asText();
      payloads.add(
          tenant
              .get("/api/flows/executions/%s?wait=30".formatted(id))
              .body()
              .get("output")
              .flatMap(output -> output.get("event"))
              .flatMap(event -> event.get("payload"))
              .orElseThrow());
    }
    return payloads;
  }
}
