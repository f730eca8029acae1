package dev.pawl.chaos.cluster;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.client.PawlClient;
import dev.pawl.client.worker.Worker;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.HandlerException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Remote workers whose handlers record an effect in the ledger before they report the outcome. */
final class RemoteWorkers implements AutoCloseable {

  /** Larger than any result that a server accepts. */
  private static final int OVERSIZED_RESULT_BYTES = 20_000_000;

  /** The logger of the client, silenced because servers are down on purpose. */
  private static final Logger CLIENT_LOGGER = Logger.getLogger("dev.pawl.client");

  private final HttpClient http;
  private final int ledger;
  private final PawlClient client;
  private final List<Worker> workers = new ArrayList<>();

  private RemoteWorkers(PawlClient client, HttpClient http, int ledger) {
    this.client = client;
    this.http = http;
    this.ledger = ledger;
  }

  static RemoteWorkers start(int count, int serverPort, String key, int ledger, HttpClient http) {
    CLIENT_LOGGER.setLevel(Level.OFF);
    RemoteWorkers hands =
        new RemoteWorkers(PawlClient.connect("http://127.0.0.1:" + serverPort, key), http, ledger);
    for (int i = 1; i <= count; i++) {
      String name = "worker-" + i;
      hands.workers.add(
          hands
              .client
              .worker()
              .named(name)
              .concurrency(30)
              .lease(Duration.ofSeconds(10))
              .grace(Duration.ZERO)
              .serve("ledger", call -> hands.mark(call, name))
              .serve(
                  "huge",
                  call -> JsonObject.of("text", Json.of("x".repeat(OVERSIZED_RESULT_BYTES))))
              .start());
    }
    return hands;
  }

  List<String> names() {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= workers.size(); i++) {
      names.add("worker-" + i);
    }
    return names;
  }

  private Json mark(HandlerCall call, String worker)
      throws IOException, InterruptedException, HandlerException {
    Json input = call.input();
    Json result = JsonObject.of("n", Json.of(input.get("adds").orElseThrow().asLong()));
    Effect effect =
        new Effect(
            input.get("run").orElseThrow().asText(),
            input.get("label").orElseThrow().asText(),
            call.idempotencyKey(),
            call.attempt(),
            result,
            worker,
            Instant.EPOCH,
            Optional.empty());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(Ledger.address(ledger, Ledger.LedgerAnswer.AT_ONCE)))
            .timeout(Duration.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofString(effect.toText()))
            .build();
    int code = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (code != 204) {
      throw new HandlerException("Chaos.Flaky", "the ledger says " + code);
    }
    return result;
  }

  @Override
  public void close() {
    workers.forEach(Worker::close);
    client.close();
  }
}
