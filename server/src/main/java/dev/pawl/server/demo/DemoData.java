package dev.pawl.server.demo;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** Makes up orders, claims and events. Prepaid cards come mostly from one client. */
final class DemoData {

  private static final List<String> CLIENTS =
      List.of("ACME", "Borealis", "Cedar", "Delphi", "Elmwood", "Fjord");

  private static final List<String> REGIONS = List.of("eu-north", "eu-south", "uk", "us-east");
  private static final List<String> CHANNELS = List.of("web", "web", "app", "app", "phone");
  private static final double PREPAID_OF_THE_FIRST_CLIENT = 0.4;
  private static final double PREPAID_OF_OTHERS = 0.01;

  private final RandomGenerator random;

  DemoData(RandomGenerator random) {
    this.random = random;
  }

  /** The body of a start of an order. */
  JsonObject order() {
    String client = any(CLIENTS);
    double prepaid =
        client.equals(CLIENTS.getFirst()) ? PREPAID_OF_THE_FIRST_CLIENT : PREPAID_OF_OTHERS;
    String card =
        random.nextDouble() < prepaid ? "prepaid" : random.nextBoolean() ? "credit" : "debit";
    String number = "A-" + random.nextInt(10_000, 99_999);
    JsonObject input =
        JsonObject.builder()
            .put("order", Json.of(number))
            .put("client", Json.of(client))
            .put("card", Json.of(card))
            .put("total", Json.of(random.nextInt(8, 480)))
            .put("currency", Json.of("EUR"))
            .put(
                "items",
                JsonArray.of(
                    IntStream.range(0, random.nextInt(1, 5))
                        .<Json>mapToObj(
                            i ->
                                JsonObject.builder()
                                    .put("sku", Json.of("SKU-" + random.nextInt(1_000, 9_999)))
                                    .put("quantity", Json.of(random.nextInt(1, 4)))
                                    .build())
                        .toList()))
            .build();
    return start(input, number)
        .with(
            "labels",
            labels("client", client, "region", any(REGIONS))
                .with("channel", Json.of(any(CHANNELS))));
  }

  JsonObject trip() {
    String number = "T-" + random.nextInt(1_000, 9_999);
    return start(
            JsonObject.builder()
                .put("trip", Json.of(number))
                .put("to", Json.of(any(List.of("Lisbon", "Oslo", "Vienna", "Porto"))))
                .put("nights", Json.of(random.nextInt(1, 9)))
                .build(),
            number)
        .with("labels", labels("region", any(REGIONS), "channel", any(CHANNELS)));
  }

  JsonObject warehouses() {
    List<Json> all =
        IntStream.rangeClosed(1, 4)
            .<Json>mapToObj(i -> JsonObject.of("warehouse", Json.of("WH-" + i)))
            .toList();
    return start(JsonObject.of("warehouses", JsonArray.of(all)), "levels");
  }

  JsonObject expense() {
    String number = "E-" + random.nextInt(1_000, 9_999);
    int amount = random.nextInt(4) == 0 ? random.nextInt(1_000, 4_000) : random.nextInt(20, 600);
    return start(
            JsonObject.builder()
                .put("expense", Json.of(number))
                .put("amount", Json.of(amount))
                .put("for", Json.of(any(List.of("train", "hotel", "books", "hardware"))))
                .build(),
            number)
        .with(
            "labels",
            labels("department", any(List.of("sales", "support", "it")), "region", any(REGIONS)));
  }

  /** Most expenses are approved. */
  String expenseOutcome() {
    return random.nextInt(6) == 0 ? "rejected" : "approved";
  }

  JsonObject supplier() {
    String supplier = "S-" + random.nextInt(1, 9);
    return start(JsonObject.of("supplier", Json.of(supplier)), supplier);
  }

  JsonObject settlement() {
    return start(JsonObject.of("books", Json.of("retail")), "settlement");
  }

  JsonObject renewal() {
    return start(JsonObject.of("month", Json.of("next")), "renewal")
        .with("labels", labels("client", any(CLIENTS), "product", "home"));
  }

  JsonObject payment() {
    return JsonObject.builder()
        .put("payment", Json.of("N-" + random.nextInt(10_000, 99_999)))
        .put("amount", Json.of(random.nextInt(5, 900)))
        .build();
  }

  /** The event of a new claim. */
  JsonObject claim(boolean withoutLetter) {
    String claim = claimNumber();
    return event(
            "CLAIM_REPORTED",
            claim,
            JsonObject.builder()
                .put("claim", Json.of(claim))
                .put("amount", Json.of(random.nextInt(100, 4_000)))
                .put("letter", Json.of(!withoutLetter && random.nextInt(4) == 0))
                .build())
        .with("lobId", Json.of("home"));
  }

  /** An event that the binding rejects, because its mapping requires an amount. */
  JsonObject claimWithoutAmount() {
    String claim = claimNumber();
    return event("CLAIM_REPORTED", claim, JsonObject.of("claim", Json.of(claim)))
        .with("lobId", Json.of("home"));
  }

  private String claimNumber() {
    return "C-" + random.nextInt(80_000, 99_999);
  }

  JsonObject returnedGoods() {
    return event("GOODS_RETURNED", "A-" + random.nextInt(10_000, 99_999), JsonObject.EMPTY);
  }

  JsonObject newCustomer() {
    String customer = "K-" + random.nextInt(1_000, 9_999);
    return event(
            "CUSTOMER_CREATED",
            customer,
            JsonObject.of(
                "mail", Json.of(customer.toLowerCase(java.util.Locale.ROOT) + "@mail.example")))
        .with("clientId", Json.of(any(CLIENTS)));
  }

  /** A move; the binding starts a flow for those within one country. */
  JsonObject move() {
    return event(
        "CUSTOMER_MOVED",
        "K-" + random.nextInt(1_000, 9_999),
        JsonObject.of("country", Json.of(any(List.of("DE", "DE", "DE", "FR")))));
  }

  JsonObject shipment() {
    String order = "A-" + random.nextInt(10_000, 99_999);
    return event("ORDER_SHIPPED", order, JsonObject.of("order", Json.of(order)));
  }

  JsonObject delivery() {
    return JsonObject.of("place", Json.of(any(List.of("door", "neighbour", "parcel shop"))));
  }

  JsonObject decision(String outcome) {
    return JsonObject.of("outcome", Json.of(outcome));
  }

  /** A test of the checkout in which the bank declines every other card. */
  JsonObject test() {
    boolean isDeclined = random.nextBoolean();
    Json charge =
        isDeclined
            ? Json.parse("{\"error\": \"Card.Declined\", \"cause\": \"of the test\"}")
            : Json.parse("{\"result\": {\"payment\": \"pay-of-the-test\"}}");
    return JsonObject.builder()
        .put("input", order().get("input").orElseThrow())
        .put("mockHandlers", JsonObject.of("Charge card", charge))
        .build();
  }

  private static JsonObject start(JsonObject input, String businessKey) {
    return JsonObject.builder()
        .put("input", input)
        .put("businessKey", Json.of(businessKey))
        .build();
  }

  private static JsonObject event(String type, String aggregate, JsonObject payload) {
    return JsonObject.builder()
        .put("type", Json.of(type))
        .put("aggregateId", Json.of(aggregate))
        .put("payload", payload)
        .build();
  }

  private static JsonObject labels(String first, String value, String second, String other) {
    return JsonObject.builder().put(first, Json.of(value)).put(second, Json.of(other)).build();
  }

  private String any(List<String> choices) {
    return choices.get(random.nextInt(choices.size()));
  }
}
