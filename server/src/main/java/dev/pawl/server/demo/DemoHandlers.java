package dev.pawl.server.demo;

import dev.pawl.sdk.DownstreamException;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerDescriptor.HandlerError;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import dev.pawl.sdk.JsonObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/** The handlers of the demonstration. No handler serves {@code pdf:render}, on purpose. */
public final class DemoHandlers {

  /** Policies that are due at a renewal, each an item of a Map. */
  private static final int DUE_POLICIES = 240;

  private static final int IMPORT_PARTS = 8;

  /** Minutes of an hour in which the customer system does not respond. */
  private static final int OUTAGE_BEGIN = 20;

  private static final int OUTAGE_END = 23;

  private static final String CRM = "crm.example:443";

  private DemoHandlers() {}

  /** Returns the handlers by resource. */
  public static Map<String, Handler> create() {
    Map<String, Handler> handlers = new LinkedHashMap<>();
    addOrders(handlers);
    addTrips(handlers);
    addInsurance(handlers);
    addOffice(handlers);
    return handlers;
  }

  private static void addOrders(Map<String, Handler> handlers) {
    handlers.put(
        "stock:reserve",
        SimulatedService.of(
                "Orders",
                "Reserve stock",
                "Reserves the goods of an order.",
                120,
                (call, random) -> {
                  failSometimes(
                      random,
                      0.006,
                      "Stock.Unavailable",
                      "no stock of SKU-%d in warehouse WH-%d"
                          .formatted(random.nextInt(1_000, 9_999), random.nextInt(1, 4)));
                  return numbered("reservation", "R-", call);
                })
            .failingWith(new HandlerError("Stock.Unavailable", "The goods are sold out.", false)));
    handlers.put("stock:release", simple("Orders", "Release stock", "Undoes a reservation.", 80));
    handlers.put(
        "card:charge",
        SimulatedService.of("Payments", "Charge card", "Charges a card.", 650, DemoHandlers::charge)
            .failingWith(
                new HandlerError("Card.Declined", "The bank refuses the payment.", false),
                new HandlerError("Card.Expired", "The card is no longer valid.", false),
                new HandlerError("Card.Busy", "The bank asks to try later.", true)));
    handlers.put("card:refund", simple("Payments", "Refund card", "Pays an amount back.", 400));
    handlers.put(
        "parcel:ship",
        SimulatedService.of(
            "Orders",
            "Ship parcel",
            "Hands a parcel to the carrier.",
            900,
            (call, random) -> numbered("parcel", "P-", call)));
    handlers.put(
        "parcel:register",
        simple("Orders", "Register parcel", "Asks the carrier for a number.", 90));
    handlers.put("loyalty:credit", simple("Orders", "Credit points", "Credits points.", 60));
    handlers.put(
        "warehouse:levels",
        SimulatedService.of(
            "Orders",
            "Fetch levels",
            "Fetches the stock levels of a warehouse.",
            350,
            (call, random) -> {
              String warehouse = text(call.input(), "warehouse");
              failSometimes(
                  random,
                  warehouse.equals("WH-3") ? 0.35 : 0.02,
                  "Http.503",
                  "warehouse %s answered 503 after %d ms"
                      .formatted(warehouse, random.nextInt(900, 4_000)));
              return JsonObject.of("levels", Json.of(random.nextInt(100, 900)));
            }));
    handlers.put(
        "catalogue:import",
        SimulatedService.of(
            "Orders",
            "Import catalogue",
            "Imports the catalogue of a supplier and reports its progress.",
            1_000,
            DemoHandlers::importCatalogue));
  }

  private static Json charge(HandlerCall call, RandomGenerator random) throws HandlerException {
    String card = text(call.input(), "card");
    if (card.equals("prepaid")) {
      throw new HandlerException(
          "Card.Declined",
          "insufficient funds on card ending "
              + (1_000 + Math.floorMod(call.idempotencyKey().hashCode(), 9_000)));
    }
    failSometimes(random, 0.003, "Card.Expired", "the card has expired");
    failSometimes(random, 0.04, "Card.Busy", "the bank asks to try again later");
    return numbered("payment", "pay-", call);
  }

  private static Json importCatalogue(HandlerCall call, RandomGenerator random)
      throws InterruptedException {
    for (int part = 1; part <= IMPORT_PARTS; part++) {
      call.progress(
          JsonObject.builder().put("part", Json.of(part)).put("of", Json.of(IMPORT_PARTS)).build());
      Thread.sleep(random.nextInt(1_000, 3_000));
    }
    return JsonObject.of("articles", Json.of(random.nextInt(2_000, 9_000)));
  }

  private static void addTrips(Map<String, Handler> handlers) {
    for (String what : List.of("flight", "hotel", "car")) {
      String name = what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
      handlers.put(
          what + ":book",
          SimulatedService.of(
              "Travel",
              "Book " + what,
              name + ": books one.",
              what.equals("flight") ? 1_400 : 600,
              (call, random) -> {
                if (what.equals("car")) {
                  failSometimes(random, 0.08, "Car.Busy", "the rental system is busy");
                  failSometimes(
                      random,
                      0.12,
                      "Car.SoldOut",
                      "no car of class %s at the station"
                          .formatted(random.nextBoolean() ? "compact" : "estate"));
                }
                return numbered("booking", what.substring(0, 1).toUpperCase(Locale.ROOT), call);
              }));
      handlers.put(
          what + ":cancel", simple("Travel", "Cancel " + what, name + ": cancels one.", 500));
    }
  }

  private static void addInsurance(Map<String, Handler> handlers) {
    handlers.put(
        "policy:due",
        SimulatedService.of(
            "Insurance",
            "Select policies",
            "Selects the policies that are due.",
            800,
            (call, random) -> due()));
    handlers.put(
        "insurance:quote",
        SimulatedService.of(
            "Insurance",
            "Quote premium",
            "Quotes the premium of a policy.",
            450,
            (call, random) -> {
              if (text(call.input(), "product").equals("marine")) {
                throw new HandlerException("Quote.Refused", "there is no tariff for marine");
              }
              failSometimes(random, 0.03, "Quote.Busy", "the tariff service is busy");
              return JsonObject.of("premium", Json.of(random.nextInt(80, 900)));
            }));
    handlers.put(
        "document:extract",
        SimulatedService.of(
            "Insurance",
            "Extract text",
            "Reads the documents of a claim.",
            1_100,
            (call, random) -> {
              failSometimes(random, 0.15, "Ocr.Busy", "all readers are busy");
              if (random.nextDouble() < 0.02) {
                throw new IllegalStateException(
                    "page %d has no text layer".formatted(random.nextInt(1, 12)));
              }
              return JsonObject.of("pages", Json.of(random.nextInt(1, 12)));
            }));
    handlers.put(
        "document:classify",
        simple("Insurance", "Classify", "Sorts the documents of a claim.", 300));
    handlers.put(
        "fraud:score",
        SimulatedService.of(
            "Insurance",
            "Score",
            "Scores a claim or payment for fraud, from 0 to 100.",
            500,
            (call, random) -> {
              failSometimes(random, 0.12, "Fraud.Unavailable", "the model is being replaced");
              return JsonObject.of("score", Json.of(random.nextInt(0, 100)));
            }));
  }

  private static void addOffice(Map<String, Handler> handlers) {
    handlers.put(
        "mail:send",
        SimulatedService.of(
            "Messages",
            "Send mail",
            "Sends a mail.",
            180,
            (call, random) -> {
              failSometimes(
                  random,
                  0.01,
                  "Smtp.Refused",
                  "421 mx%d.example: too many connections".formatted(random.nextInt(1, 4)));
              return numbered("mail", "m-", call);
            }));
    handlers.put(
        "report:send",
        SimulatedService.of(
            "Messages",
            "Send report",
            "Sends a report.",
            2_500,
            (call, random) -> {
              failSometimes(random, 0.3, "Smtp.Refused", "552 message size exceeds 10 MB");
              return numbered("mail", "m-", call);
            }));
    handlers.put("ledger:read", simple("Ledger", "Read ledger", "Reads bookings.", 700));
    handlers.put("ledger:post", simple("Ledger", "Post to ledger", "Books an amount.", 150));
    handlers.put("crm:read", simple("Customers", "Read customer", "Reads a customer.", 200));
    handlers.put(
        "crm:write",
        SimulatedService.of(
                "Customers",
                "Write customer",
                "Writes a customer; the system is away for some minutes of every hour.",
                250,
                (call, random) -> {
                  int minute = Instant.now().atZone(ZoneOffset.UTC).getMinute();
                  if (minute >= OUTAGE_BEGIN && minute < OUTAGE_END) {
                    throw new DownstreamException(
                        "Crm.Unreachable", "connection refused by " + CRM);
                  }
                  return numbered("customer", "C-", call);
                })
            .calling(CRM));
  }

  private static SimulatedService simple(
      String category, String name, String description, int medianMillis) {
    return SimulatedService.of(
        category, name, description, medianMillis, (call, random) -> numbered("id", "", call));
  }

  private static JsonObject due() {
    return JsonObject.of(
        "policies",
        JsonArray.of(
            IntStream.rangeClosed(1, DUE_POLICIES)
                .<Json>mapToObj(
                    number ->
                        JsonObject.builder()
                            .put("policy", Json.of("L-" + (40_000 + number)))
                            .put("product", Json.of(number % 80 == 0 ? "marine" : "home"))
                            .build())
                .toList()));
  }

  /** Returns an object with a number that is equal in all attempts of a step. */
  private static JsonObject numbered(String member, String prefix, HandlerCall call) {
    int number = Math.floorMod(call.idempotencyKey().hashCode(), 90_000) + 10_000;
    return JsonObject.of(member, Json.of(prefix + number));
  }

  private static void failSometimes(
      RandomGenerator random, double share, String error, String cause) throws HandlerException {
    if (random.nextDouble() < share) {
      throw new HandlerException(error, cause);
    }
  }

  private static String text(Json input, String member) {
    return input.get(member).map(Json::asText).orElse("");
  }
}
