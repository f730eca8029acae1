package dev.pawl.bench.events;

import dev.pawl.engine.node.Launch;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.TenantId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.postgres.database.Database;
import dev.pawl.postgres.embedded.EmbeddedOptions;
import dev.pawl.postgres.embedded.EmbeddedPostgres;
import dev.pawl.sdk.Json;
import dev.pawl.triggers.Triggers;
import dev.pawl.triggers.binding.Binding.BindingRule;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/** Starts executions in process, by plain starts or by events, and waits for their ends. */
final class StartLoad implements AutoCloseable {

  private static final int CALLERS = 512;
  private static final Duration EXECUTION_TIMEOUT = Duration.ofMinutes(1);
  private static final String FLOW =
      """
      {"StartAt": "Step", "States": {"Step": {"Type": "Task", "Resource": "step", "End": true}}}
      """;

  private final EmbeddedPostgres postgres;
  private final PostgresNode node;
  private final Triggers triggers;
  private final int bindings;
  private final AtomicInteger eventCount = new AtomicInteger();

  private StartLoad(EmbeddedPostgres postgres, int bindings) {
    this.postgres = postgres;
    this.bindings = bindings;
    Json result = Json.of("done");
    node =
        PostgresNode.on(new Database(postgres.url(), postgres.user(), postgres.password()))
            .handler("step", call -> result)
            .start();
    node.deploy("flow", FLOW);
    triggers = Triggers.on(node);
    triggers
        .bindings()
        .addAll(
            TenantId.DEFAULT,
            IntStream.range(0, bindings)
                .mapToObj(
                    i ->
                        BindingRule.of("CREATED", "flow")
                            .forScope(
                                Optional.of("client-" + i), Optional.empty(), Optional.empty()))
                .toList(),
            "bench");
  }

  static StartLoad open(Path folder, int bindings) {
    return new StartLoad(
        EmbeddedPostgres.start(
            folder,
            EmbeddedOptions.defaults()
                .withSetting("shared_buffers", "1GB")
                .withSetting("max_wal_size", "4GB")),
        bindings);
  }

  private interface Starter {
    ExecutionKey start();
  }

  /** Returns the executions per second that plain starts bring to their end. */
  double plainStarts(int executions) throws InterruptedException {
    return run(executions, () -> node.node().start(Launch.of("flow", input())));
  }

  /** Returns what the envelope of an event looks like, so that both have inputs of one size. */
  private static Json input() {
    return Json.parse(
        """
        {"trigger": {"type": "EVENT", "binding": "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e11"},
         "event": {"type": "CREATED", "id": "event-1", "aggregateId": null, "clientId": "client-1",
           "lobId": "3", "productId": "5", "payload": {}},
         "context": {"tenantId": 1, "userId": null, "flowId": "flow",
           "executionId": "0199f3c2-7a31-7cc4-b0b5-2d1f6f0a9e12"}}
        """);
  }

  /** Returns the executions per second that events bring to their end. */
  double events(int executions) throws InterruptedException {
    return run(
        executions,
        () -> {
          int number = eventCount.incrementAndGet();
          return triggers
              .publish(
                  TenantId.DEFAULT,
                  MatchingLoad.event("event-" + number, "client-" + number % bindings),
                  Optional.empty())
              .getFirst()
              .execution();
        });
  }

  private double run(int executions, Starter starter) throws InterruptedException {
    AtomicInteger left = new AtomicInteger(executions);
    AtomicInteger ended = new AtomicInteger();
    List<Thread> callers = new ArrayList<>();
    long begun = System.nanoTime();
    for (int i = 0; i < CALLERS; i++) {
      callers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (left.getAndDecrement() > 0) {
                      await(starter.start());
                      ended.incrementAndGet();
                    }
                  }));
    }
    for (Thread caller : callers) {
      caller.join();
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    if (ended.get() != executions) {
      throw new IllegalStateException("%d of %d ended".formatted(ended.get(), executions));
    }
    return executions / seconds;
  }

  private void await(ExecutionKey key) {
    try {
      if (node.await(key.id(), EXECUTION_TIMEOUT).isEmpty()) {
        throw new IllegalStateException(key + " did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    triggers.close();
    node.close();
    postgres.close();
  }
}
