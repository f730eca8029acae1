package dev.pawl.client.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.client.PawlClient;
import dev.pawl.sdk.Handler;
import dev.pawl.sdk.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server of which nothing is real but what it says, and the workers of one test. */
class Workplace {

  FakeServer server;
  private final List<PawlClient> clients = new ArrayList<>();
  private final List<Worker> workers = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
  }

  @AfterEach
  void close() {
    workers.forEach(Worker::close);
    clients.forEach(PawlClient::close);
    server.close();
  }

  WorkerBuilder worker(Handler handler) {
    return client()
        .worker()
        .serve("mail", handler)
        .lease(Duration.ofSeconds(5))
        .grace(Duration.ofSeconds(20));
  }

  PawlClient client() {
    PawlClient client = PawlClient.connect(server.url() + "/", "secret");
    clients.add(client);
    return client;
  }

  Worker begin(WorkerBuilder plan) {
    Worker worker = plan.start();
    workers.add(worker);
    return worker;
  }

  Json outcome() throws InterruptedException {
    return next(server.outcomes);
  }

  static Json next(BlockingQueue<Json> queue) throws InterruptedException {
    Json value = queue.poll(60, TimeUnit.SECONDS);
    assertThat(value).as("nothing came").isNotNull();
    return value;
  }
}
