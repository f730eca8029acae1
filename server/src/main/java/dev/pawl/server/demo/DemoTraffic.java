package dev.pawl.server.demo;

import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGenerator;

/** Starts executions and acts on them as the customers and the staff of a company would. */
final class DemoTraffic {

  private static final int ORDERS_BEFORE_THE_FAULT = 160;
  private static final int ORDERS_AFTER_THE_FAULT = 140;
  private static final int OTHERS_AT_ONCE = 20;
  private static final int PAUSED_AT_ONCE = 3;

  /** Claims that wait for {@code pdf:render}, so that they do not grow without limit. */
  private static final int MAX_WAITING_LETTERS = 40;

  private final DemoClient api;
  private final DemoData data;

  /** Something that happens at an interval. */
  record Activity(Duration interval, Action action) {}

  /** A few requests. */
  @FunctionalInterface
  interface Action {
    void run() throws IOException, InterruptedException;
  }

  DemoTraffic(DemoClient api, RandomGenerator random) {
    this.api = api;
    this.data = new DemoData(random);
  }

  /** Returns what happens from now on: about one start per second. */
  List<Activity> activities() {
    return List.of(
        every(2, this::order),
        every(11, () -> start("trip-booking", data.trip())),
        every(9, this::claim),
        every(7, this::payment),
        every(8, () -> publish(data.shipment())),
        every(9, this::deliverParcel),
        every(13, () -> publish(data.move())),
        every(29, () -> publish(data.newCustomer())),
        every(17, () -> start("stock-sync", data.warehouses())),
        every(19, () -> start("expense-approval", data.expense())),
        every(31, () -> decide("expense-approval", data.expenseOutcome())),
        every(43, () -> decide("payment-notice", "completed")),
        every(12, () -> start("supplier-feed", data.supplier())),
        every(240, () -> start("daily-settlement", data.settlement())),
        every(600, () -> start("policy-renewal", data.renewal())),
        every(900, () -> decide("policy-renewal", "released")),
        every(120, this::rejected),
        every(300, this::test));
  }

  private static Activity every(int seconds, Action action) {
    return new Activity(Duration.ofSeconds(seconds), action);
  }

  /** Returns true if nothing has been started yet. */
  boolean isFirstStart() throws IOException, InterruptedException {
    return api.items("/api/flows/" + DemoFlows.CHECKOUT + "/flow-executions?limit=1").isEmpty();
  }

  /** Starts as many executions of each kind at once as fill the pages. */
  void begin(Action publishFault) throws IOException, InterruptedException {
    start("policy-renewal", data.renewal());
    repeat(ORDERS_BEFORE_THE_FAULT, this::order);
    publishFault.run();
    for (int i = 0; i < OTHERS_AT_ONCE; i++) {
      start("trip-booking", data.trip());
      start("stock-sync", data.warehouses());
      start("expense-approval", data.expense());
      publish(data.shipment());
      publish(data.newCustomer());
      claim();
      payment();
    }
    repeat(ORDERS_AFTER_THE_FAULT, this::order);
    repeat(4, () -> start("supplier-feed", data.supplier()));
    repeat(2, () -> start("daily-settlement", data.settlement()));
    repeat(3, this::rejected);
    repeat(3, this::test);
    for (Json waiting : waiting("customer-onboarding", PAUSED_AT_ONCE)) {
      api.post(
          execution(waiting) + "/pause",
          JsonObject.of("reason", Json.of("the customer asked for a call first")));
    }
  }

  private static void repeat(int times, Action action) throws IOException, InterruptedException {
    for (int i = 0; i < times; i++) {
      action.run();
    }
  }

  private void order() throws IOException, InterruptedException {
    start(DemoFlows.CHECKOUT, data.order());
  }

  private void start(String flow, JsonObject body) throws IOException, InterruptedException {
    api.post("/api/flows/" + flow + "/execute", body);
  }

  private void publish(JsonObject event) throws IOException, InterruptedException {
    api.post("/api/events", event);
  }

  private void payment() throws IOException, InterruptedException {
    api.post("/api/webhooks/payments", data.payment());
  }

  /** Reports a claim; some need a letter, which no worker renders. */
  private void claim() throws IOException, InterruptedException {
    boolean isFull =
        api.items(
                    "/api/flows/claim-intake/flow-executions?status=WAITING&limit="
                        + MAX_WAITING_LETTERS)
                .size()
            == MAX_WAITING_LETTERS;
    publish(data.claim(isFull));
  }

  private void deliverParcel() throws IOException, InterruptedException {
    for (Json parcel : waiting("parcel-tracking", 1)) {
      api.post(
          execution(parcel) + "/events/parcel.delivered",
          JsonObject.of("payload", data.delivery()));
    }
  }

  private void decide(String flow, String outcome) throws IOException, InterruptedException {
    for (Json task : waiting(flow, 2)) {
      api.create(execution(task) + "/decide", data.decision(outcome));
    }
  }

  /** Publishes events that start nothing: one lacks a value, the other's flow has no version. */
  private void rejected() throws IOException, InterruptedException {
    publish(data.claimWithoutAmount());
    publish(data.returnedGoods());
  }

  private void test() throws IOException, InterruptedException {
    api.post("/api/flows/" + DemoFlows.CHECKOUT + "/test", data.test());
  }

  private List<Json> waiting(String flow, int most) throws IOException, InterruptedException {
    return api.items("/api/flows/" + flow + "/flow-executions?status=WAITING&limit=" + most);
  }

  private static String execution(Json item) {
    return "/api/flows/executions/" + item.get("id").orElseThrow().asText();
  }
}
