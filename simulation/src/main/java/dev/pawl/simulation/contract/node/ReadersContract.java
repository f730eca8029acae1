package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Execution;
import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import dev.pawl.model.json.JsonText;
import dev.pawl.sdk.HandlerCall;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonArray;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Handlers read the items and write the results of distributed Maps, on the same node or elsewhere.
 */
abstract class ReadersContract extends NodeTestBase {

  private static final Offers.WorkerRef WORKER_REF =
      new Offers.WorkerRef("worker", Duration.ofMinutes(1));

  private static final String MAP =
      """
      {"StartAt": "M", "States": {"M": {"Type": "Map", "End": true,
        "ItemReader": {"Resource": "list", "ReaderConfig": {"InputType": "JSON"},
          "Parameters": {"Key": "of them"}},
        "ItemProcessor": {"ProcessorConfig": {"Mode": "DISTRIBUTED", "ExecutionType": "STANDARD"},
          "StartAt": "P", "States": {"P": {"Type": "Pass", "End": true}}},
        "ResultWriter": {"Resource": "sink", "Parameters": {"Prefix": "there"}}}}}\
      """;

  private Node node;

  @BeforeEach
  void deploy() {
    cluster.deploy("m", MAP);
    node = cluster.join();
  }

  @Test
  void shouldLetWorkersReadItemsAndWriteResults() throws Exception {
    ExecutionKey key = cluster.start("m", NOTHING);
    Offer read = leaseOne("list");
    assertThat(input(read)).hasToString("{\"Key\":\"of them\"}");
    Workers.WorkOutcome items = new Workers.WorkOutcome.Succeeded(Json.of("[ 4 ]"));

    assertThat(complete(read, items)).isTrue();
    Offer write = leaseOne("sink");

    assertThat(input(write).get("Prefix")).contains(Json.of("there"));
    assertThat(input(write).get("Results"))
        .contains(JsonText.parse("[{\"Status\": \"SUCCEEDED\", \"Output\": 4}]"));
    assertThat(complete(read, items)).as("the same again").isFalse();
    assertThat(complete(write, new Workers.WorkOutcome.Succeeded(number(7)))).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldWriteEmptyResults() throws Exception {
    ExecutionKey key = cluster.start("m", NOTHING);
    assertThat(complete(leaseOne("list"), new Workers.WorkOutcome.Succeeded(JsonArray.EMPTY)))
        .isTrue();

    Offer write = leaseOne("sink");

    assertThat(input(write).get("Results")).contains(JsonArray.EMPTY);
    assertThat(complete(write, new Workers.WorkOutcome.Succeeded(number(7)))).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldClaimItemsOnTheRemainingNode() throws Exception {
    ExecutionKey key = cluster.start("m", NOTHING);
    Offer read = leaseOne("list");
    Json many = Json.of("[\"" + "x".repeat(300_000) + "\"]");
    Node next = cluster.join();

    node.close();
    node = next;

    assertThat(complete(read, new Workers.WorkOutcome.Succeeded(many))).isTrue();
    assertThat(cluster.ending(key).failure().flatMap(Failure::error))
        .contains("States.ExceedToleratedFailureThreshold");
  }

  @Test
  void shouldNotReadItemsOfACancelledMap() throws Exception {
    ExecutionKey key = cluster.start("m", NOTHING);
    Offer read = leaseOne("list");

    node.control().cancel(key, "enough", false);

    assertThat(cluster.ending(key).status()).isEqualTo(Status.CANCELLED);
    assertThat(complete(read, new Workers.WorkOutcome.Succeeded(JsonArray.EMPTY))).isFalse();
  }

  @Test
  void shouldKeepItemsReadDuringAPause() throws Exception {
    ExecutionKey key = cluster.start("m", NOTHING);
    cluster.until(key, seen -> seen.status() == Status.WAITING);

    node.control().pause(key, "not now");
    cluster.until(key, seen -> seen.status() == Status.PAUSED);
    assertThat(complete(leaseOne("list"), new Workers.WorkOutcome.Succeeded(Json.of("[1]"))))
        .isTrue();
    node.control().resume(key);

    assertThat(input(leaseOne("sink")).get("Results")).isPresent();
  }

  @Test
  void shouldFailWhereAWorkerReadsNoItems() throws Exception {
    ExecutionKey refused = cluster.start("m", NOTHING);
    Workers.WorkOutcome no = new Workers.WorkOutcome.Failed(Failure.of("Away", "no such list"));
    assertThat(complete(leaseOne("list"), no)).isTrue();

    Execution.Ending ending = cluster.ending(refused);

    assertThat(ending.failure()).contains(Failure.of("States.ItemReaderFailed", "no such list"));
    ExecutionKey garbled = cluster.start("m", NOTHING);
    assertThat(complete(leaseOne("list"), new Workers.WorkOutcome.Succeeded(Json.of("[1,"))))
        .isTrue();
    assertThat(cluster.ending(garbled).failure().flatMap(Failure::error))
        .contains("States.ItemReaderFailed");
  }

  @Test
  void shouldFailWhereAWorkerWritesNoResults() throws Exception {
    ExecutionKey key = cluster.start("m", NOTHING);
    assertThat(complete(leaseOne("list"), new Workers.WorkOutcome.Succeeded(Json.of("[1]"))))
        .isTrue();

    Workers.WorkOutcome no = new Workers.WorkOutcome.Failed(Failure.of("Full", "no room"));
    assertThat(complete(leaseOne("sink"), no)).isTrue();

    assertThat(cluster.ending(key).failure())
        .contains(Failure.of("States.ResultWriterFailed", "no room"));
  }

  @Test
  void shouldCallTheHandlersOfItsNode() throws Exception {
    cluster.items("list", "[1, 2]");
    cluster.handler("sink", call -> call.input().get("Results").orElseThrow());

    Execution.Ending ending = cluster.ending(cluster.start("m", NOTHING));

    assertThat(ending.output().orElseThrow().toString()).contains("\"Output\":2");
    assertThat(cluster.calls())
        .extracting(HandlerCall::idempotencyKey)
        .doesNotHaveDuplicates()
        .hasSize(2);
  }

  /** Waits for an offer of the given resource, leases it and returns it. */
  private Offer leaseOne(String resource) throws InterruptedException {
    List<Offer> found = new ArrayList<>();
    Workers.Request request =
        new Workers.Request(TenantId.DEFAULT, List.of(resource), 1, WORKER_REF);
    cluster.await(
        "work for '" + resource + "'",
        () -> {
          node.workers().take(request).forEach(taken -> found.add(taken.offer()));
          return !found.isEmpty();
        });
    return found.getFirst();
  }

  private boolean complete(Offer work, Workers.WorkOutcome outcome) {
    return node.workers().complete(new Offers.TaskLease(work.key(), WORKER_REF), outcome);
  }

  private static Json input(Offer work) {
    return JsonText.parse(new String(work.input(), StandardCharsets.UTF_8));
  }
}
