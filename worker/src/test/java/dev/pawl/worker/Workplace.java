package dev.pawl.worker;

import static org.assertj.core.api.Assertions.assertThat;

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
  private final List<Worker> workers = new ArrayList<>();

  @BeforeEach
  void open() throws IOException {
    server = new FakeServer();
  }

  @AfterEach
  void close() {
    workers.forEach(Worker::close);
    server.close();
  }

  WorkerBuilder worker(TaskHandler handler) {
    return Worker.connect(server.url() + "/", "secret")
        .serve("mail", handler)
        .lease(Duration.ofSeconds(5))
        .grace(Duration.ofSeconds(20));
  }

  Worker begin(WorkerBuilder plan) {
    Worker worker = plan.start();
    workers.add(worker);
    return worker;
  }

  Value outcome() throws InterruptedException {
    return next(server.outcomes);
  }

  static Value next(BlockingQueue<Value> queue) throws InterruptedException {
    Value value = queue.poll(60, TimeUnit.SECONDS);
    assertThat(value).as("nothing came").isNotNull();
    return value;
  }
}
