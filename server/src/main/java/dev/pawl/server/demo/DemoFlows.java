package dev.pawl.server.demo;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** Deploys the flows of the demonstration; what exists already is not changed. */
final class DemoFlows {

  /** The version of {@code order-checkout} that no longer asks for the type of the card. */
  static final int FAULTY_CHECKOUT_VERSION = 7;

  static final String CHECKOUT = "order-checkout";

  private static final int CONCURRENT_FEEDS = 2;

  private record DemoFlow(
      String code, String name, String category, String priority, boolean published, String tags) {}

  private static final List<DemoFlow> FLOWS =
      List.of(
          new DemoFlow("fraud-screening", "Fraud screening", "system", "HIGH", true, "risk"),
          new DemoFlow("claim-intake", "Claim intake", "biz", "NORMAL", true, "insurance/claims"),
          new DemoFlow(
              "policy-renewal", "Policy renewal", "biz", "LOW", true, "insurance/policies"),
          new DemoFlow("expense-approval", "Expense approval", "biz", "NORMAL", true, "finance"),
          new DemoFlow("trip-booking", "Trip booking", "biz", "NORMAL", true, "travel"),
          new DemoFlow("stock-sync", "Stock sync", "system", "NORMAL", true, "shop/warehouse"),
          new DemoFlow(
              "customer-onboarding", "Customer onboarding", "biz", "NORMAL", true, "customers"),
          new DemoFlow(
              "parcel-tracking", "Parcel tracking", "biz", "NORMAL", true, "shop/delivery"),
          new DemoFlow("daily-settlement", "Daily settlement", "system", "HIGH", true, "finance"),
          new DemoFlow("payment-notice", "Payment notice", "system", "HIGH", true, "finance"),
          new DemoFlow("crm-update", "Customer update", "system", "NORMAL", true, "customers"),
          new DemoFlow(
              "supplier-feed", "Supplier feed", "maintenance", "LOW", true, "shop/warehouse"),
          new DemoFlow("returns-portal", "Returns portal", "biz", "NORMAL", false, "shop"));

  private final DemoClient api;

  DemoFlows(DemoClient api) {
    this.api = api;
  }

  /** Creates all flows with their triggers, bindings, connection and limits. */
  void deploy() throws IOException, InterruptedException {
    for (DemoFlow flow : FLOWS) {
      String publish = flow.published() ? "?publish=true" : "";
      boolean isNew = api.create("/api/flows" + publish, body(flow, flow.code()));
      if (isNew && flow.code().equals("payment-notice")) {
        api.put(
            "/api/flows/payment-notice/trigger",
            Json.parse(
                """
                {"type": "AUTOLAUNCHED", "config": {
                  "webhook": {"path": "payments", "authentication": "TENANT_API_KEY"},
                  "inputMapping": "$.input", "inputSchema": {"type": "object", "required": ["payment"]}}}
                """));
      }
    }
    deployCheckout();
    bind();
    connect();
    limit();
  }

  /** Publishes versions 1 to 6 of the checkout, as far as they do not exist. */
  private void deployCheckout() throws IOException, InterruptedException {
    DemoFlow checkout =
        new DemoFlow(CHECKOUT, "Order checkout", "biz", "HIGH", true, "shop/checkout");
    api.create("/api/flows", body(checkout, CHECKOUT + "-6"));
    String text = text(CHECKOUT + "-6");
    for (int version = latestCheckout() + 1; version < FAULTY_CHECKOUT_VERSION; version++) {
      // The versions before differ in their timeout alone.
      String timeout = "TimeoutSeconds: " + (1_200 * version);
      publishCheckout(text.replace("TimeoutSeconds: 7200", timeout), "timeout " + version);
    }
  }

  /** Publishes the version that declines prepaid cards, and drafts its repair. */
  void publishFaultyCheckout() throws IOException, InterruptedException {
    if (latestCheckout() < FAULTY_CHECKOUT_VERSION) {
      publishCheckout(text(CHECKOUT + "-7"), "Charge all cards, no payment links");
      api.put("/api/flows/" + CHECKOUT, JsonObject.of("source", Json.of(text(CHECKOUT + "-8"))));
    }
  }

  private int latestCheckout() throws IOException, InterruptedException {
    return api.get("/api/flows/" + CHECKOUT)
        .get("latest")
        .filter(latest -> !latest.isNull())
        .map(latest -> (int) latest.asLong())
        .orElse(0);
  }

  private void publishCheckout(String source, String note)
      throws IOException, InterruptedException {
    api.put("/api/flows/" + CHECKOUT, JsonObject.of("source", Json.of(source)));
    api.post("/api/flows/" + CHECKOUT + "/publish", JsonObject.of("note", Json.of(note)));
  }

  private void bind() throws IOException, InterruptedException {
    List<String> bindings =
        List.of(
            """
            {"event": "CLAIM_REPORTED", "flow": "claim-intake", "lobId": "home", "priority": 10,
             "inputMapping": {"claim": "!$.event.payload.claim", "amount": "!$.event.payload.amount",
                              "letter": "$.event.payload.letter"}}
            """,
            """
            {"event": "CUSTOMER_CREATED", "flow": "customer-onboarding",
             "inputMapping": {"customer": "$.event.aggregateId", "mail": "$.event.payload.mail"}}
            """,
            """
            {"event": "CUSTOMER_MOVED", "flow": "crm-update", "filter": "payload.country == 'DE'"}
            """,
            """
            {"event": "ORDER_SHIPPED", "flow": "parcel-tracking", "onRunning": "ignore"}
            """,
            """
            {"event": "GOODS_RETURNED", "flow": "returns-portal"}
            """);
    for (String binding : bindings) {
      api.create("/api/bindings", Json.parse(binding));
    }
  }

  private void connect() throws IOException, InterruptedException {
    if (api.items("/api/connections").isEmpty()) {
      api.put("/api/secrets/crm-token", Json.parse("{\"value\": \"of-the-demonstration\"}"));
      api.put(
          "/api/connections/crm",
          Json.parse(
              """
              {"kind": "http", "address": "https://crm.example/api",
               "auth": {"type": "bearer", "token": "{{ secret('crm-token') }}"},
               "operations": {"find": {"method": "GET", "path": "/customers/{id}"},
                              "move": {"method": "PUT", "path": "/customers/{id}/address"}}}
              """));
      api.put(
          "/api/connections/mail",
          Json.parse(
              """
              {"kind": "smtp", "address": "smtp.example:587", "options": {"from": "shop@shop.example"}}
              """));
    }
  }

  /** Sets limits if the tenant has none, so that there are queues and quotas to look at. */
  private void limit() throws IOException, InterruptedException {
    String path = "/api/tenants/default/limits";
    Json limits = api.get(path);
    boolean isUnlimited =
        List.of("concurrent", "active", "startsPerDay", "activeFlows").stream()
                .allMatch(name -> limits.get(name).map(Json::isNull).orElse(true))
            && limits.get("flows").map(flows -> flows.equals(JsonObject.EMPTY)).orElse(true);
    if (isUnlimited) {
      api.put(
          path,
          Json.parse(
              """
              {"active": 200, "startsPerDay": 200000, "activeFlows": 40,
               "flows": {"supplier-feed": {"concurrent": %d}}}
              """
                  .formatted(CONCURRENT_FEEDS)));
    }
  }

  private static JsonObject body(DemoFlow flow, String file) throws IOException {
    return JsonObject.builder()
        .put("code", Json.of(flow.code()))
        .put("name", Json.of(flow.name()))
        .put("category", Json.of(flow.category()))
        .put("priority", Json.of(flow.priority()))
        .put(
            "tags",
            JsonArray.of(Arrays.stream(flow.tags().split(",")).<Json>map(Json::of).toList()))
        .put("source", Json.of(text(file)))
        .put("format", Json.of("yaml"))
        .build();
  }

  private static String text(String file) throws IOException {
    String name = file + ".asl.yaml";
    try (InputStream in = DemoFlows.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
