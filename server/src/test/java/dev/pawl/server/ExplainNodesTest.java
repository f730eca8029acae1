package dev.pawl.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.postgres.PostgresNode;
import dev.pawl.sdk.Json;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Explanations of executions that are or were owned by another node, a program with a handler. */
@Timeout(120)
class ExplainNodesTest {

  private static final String WORKS =
      "{\"StartAt\": \"A\", \"States\": {\"A\": {\"Type\": \"Task\", \"Resource\": \"slow\","
          + " \"TimeoutSeconds\": 3600, \"End\": true}}}";

  private static OneServer.Running running;
  private static Api admin;

  @BeforeAll
  static void start() {
    running = OneServer.Running.start();
    admin = running.admin();
  }

  @AfterAll
  static void stop() throws Exception {
    running.close();
  }

  /** Starts a node whose handler returns when the latch is released. */
  private static PostgresNode node(String name, Duration lease, CountDownLatch end) {
    return PostgresNode.on(running.server().database())
        .name(name)
        .store(store -> store.withLease(lease))
        .handler(
            "slow",
            call -> {
              try {
                end.await();
                return Json.of("done");
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            })
        .start();
  }

  private static void publish(String code) throws Exception {
    Api.Answer created =
        admin.post(
            "/api/flows?publish=true",
            "{\"code\": \"%s\", \"definition\": %s}".formatted(code, WORKS));
    assertThat(created.status()).as(created.toString()).isEqualTo(201);
  }

  private static String awaitWords(ExecutionId id, String words) throws Exception {
    String why;
    do {
      why = admin.get("/api/flows/executions/" + id + "/explain").body().toString();
    } while (!why.contains(words));
    return why;
  }

  /** Returns the explanation once the execution no longer waits to be claimed. */
  private static String awaitReason(String id) throws Exception {
    String why;
    do {
      why = admin.get("/api/flows/executions/" + id + "/explain").body().toString();
    } while (why.contains("\"reasons\":[]") || why.contains("\"kind\":\"queued\""));
    return why;
  }

  @Test
  void shouldExplainThatTheNodeOfAnExecutionIsGone() throws Exception {
    publish("orphan");
    CountDownLatch end = new CountDownLatch(1);
    try (PostgresNode other = node("frozen", Duration.ofSeconds(5), end);
        Connection gate = running.server().database().connect()) {
      ExecutionId id = other.start("orphan", Json.of(1));
      String atWork = awaitWords(id, "runs the handler of 'slow'");
      assertThat(atWork).contains("\"kind\":\"at-work\"", "or its timeout of PT1H");

      // The node cannot renew its lease, and no other node can claim its executions.
      gate.setAutoCommit(false);
      try (PreparedStatement lock =
          gate.prepareStatement("select from pawl.node n where n.id = ? for update")) {
        lock.setInt(1, other.node().number());
        lock.executeQuery();
      }
      int number = other.node().number();
      String why = awaitWords(id, "\"kind\":\"node-gone\"");
      assertThat(why)
          .contains("its node %d (frozen) is gone".formatted(number))
          .contains("another node takes it over within seconds")
          .containsPattern("\"kind\":\"node-gone\"[^}]*\"since\":\"20")
          .doesNotContain("at-work");

      end.countDown();
      gate.rollback();
      assertThat(admin.get("/api/flows/executions/" + id + "?wait=60").text("output"))
          .isEqualTo("done");
    }
  }

  @Test
  void shouldExplainWhoHoldsThePermitsOfALimit() throws Exception {
    publish("narrow");
    Api.Answer limited =
        admin.call(
            "PUT", "/api/tenants/default/limits", "{\"flows\": {\"narrow\": {\"concurrent\": 1}}}");
    assertThat(limited.status()).as(limited.toString()).isEqualTo(200);
    CountDownLatch end = new CountDownLatch(1);
    try (PostgresNode other = node("busy", Duration.ofMinutes(1), end)) {
      // Either node may claim it; only the one with the handler keeps it.
      String kept = "node %d runs the handler".formatted(other.node().number());
      ExecutionId holder = other.start("narrow", Json.of(1));
      while (!awaitReason(holder.toString()).contains(kept)) {
        other.cancel(holder, "for the other node");
        assertThat(admin.get("/api/flows/executions/" + holder + "?wait=60").text("status"))
            .isEqualTo("CANCELLED");
        holder = other.start("narrow", Json.of(1));
      }
      String held = admin.post("/api/flows/narrow/execute", "{}").text("id");
      String why = awaitReason(held);
      while (!why.contains("\"kind\":\"limit\"")) {
        admin.post("/api/flows/executions/" + held + "/cancel", "{}");
        held = admin.post("/api/flows/narrow/execute", "{}").text("id");
        why = awaitReason(held);
      }

      assertThat(why)
          .contains(
              "1 of at most 1 executions of the flow 'narrow' are unfinished; the oldest are "
                  + holder)
          .containsPattern("\"kind\":\"limit\"[^}]*\"since\":\"20");

      end.countDown();
      assertThat(admin.get("/api/flows/executions/" + held + "?wait=60").text("output"))
          .isEqualTo("done");
    }
  }
}
