package dev.pawl.chaos.cluster;

import dev.pawl.chaos.ledger.Effect;
import dev.pawl.chaos.ledger.Ledger;
import dev.pawl.worker.Task;
import dev.pawl.worker.TaskFailure;
import dev.pawl.worker.Value;
import dev.pawl.worker.Worker;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Workers from afar: every task leaves a mark in the ledger before its outcome is handed in. */
final class RemoteHands implements AutoCloseable {

  /** More than a server ever takes for a result. */
  private static final int HUGE = 20_000_000;

  /** Workers tell of every server that is away, which here is nothing to tell of. */
  private static final Logger WORDS = Logger.getLogger("dev.pawl.worker");

  private final HttpClient http;
  private final int ledger;
  private final List<Worker> workers = new ArrayList<>();

  private RemoteHands(HttpClient http, int ledger) {
    this.http = http;
    this.ledger = ledger;
  }

  static RemoteHands start(int count, int serverPort, String key, int ledger, HttpClient http) {
    WORDS.setLevel(Level.OFF);
    RemoteHands hands = new RemoteHands(http, ledger);
    for (int i = 1; i <= count; i++) {
      String name = "worker-" + i;
      hands.workers.add(
          Worker.connect("http://127.0.0.1:" + serverPort, key)
              .named(name)
              .concurrency(30)
              .lease(Duration.ofSeconds(10))
              .grace(Duration.ZERO)
              .serve("ledger", task -> hands.mark(task, name))
              .serve("huge", task -> Map.of("text", "x".repeat(HUGE)))
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

  private Map<String, Long> mark(Task task, String worker)
      throws IOException, InterruptedException, TaskFailure {
    Value input = task.input();
    long adds = input.get("adds").integer();
    Effect effect =
        new Effect(
            input.get("run").text(),
            input.get("label").text(),
            task.idempotencyKey(),
            task.attempt(),
            adds,
            worker,
            Instant.EPOCH,
            Optional.empty());
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(Ledger.address(ledger, Ledger.Answer.AT_ONCE)))
            .timeout(Duration.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofString(effect.toText()))
            .build();
    int code = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    if (code != 204) {
      throw new TaskFailure("Chaos.Flaky", "the ledger says " + code);
    }
    return Map.of("n", adds);
  }

  @Override
  public void close() {
    workers.forEach(Worker::close);
  }
}
