package dev.pawl.simulation.contract.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Failure;
import dev.pawl.engine.Status;
import dev.pawl.engine.TaskToken;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.external.Workers;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox.MessageAcceptance;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.TenantId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A task is handed from an execution to a worker and its outcome back, on any nodes. */
abstract class HandingOverContract extends NodeTestBase {

  private static final Workers.WorkOutcome SEVEN = new Workers.WorkOutcome.Succeeded(number(7));
  private static final Workers.WorkOutcome.Failed ODD =
      new Workers.WorkOutcome.Failed(Failure.of("Odd", "no"));

  private Node node;

  @BeforeEach
  void deploy() {
    cluster.deploy("f", task("outside", ""));
    node = cluster.join();
  }

  @Test
  void shouldForgetCompletedWork() throws Exception {
    CompletableFuture<List<Offers.LeasedOffer>> waiting = waitsAt(node);

    ExecutionKey key = cluster.start("f", number(6));
    Offer offer = waiting.get(1, TimeUnit.MINUTES).getFirst().offer();

    assertThat(node.workers().complete(hold(offer.key(), "worker 1"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
    assertThat(node.workers().of(key)).isEmpty();
    assertThat(node.workers().complete(hold(offer.key(), "worker 1"), SEVEN)).isFalse();
  }

  @Test
  void shouldAcceptOutcomesFromTheLeaseHolderOnly() throws Exception {
    ExecutionKey key = handOver();
    Offer.Key work = workOf(key);

    assertThat(node.workers().complete(hold(work, "worker 2"), SEVEN)).isFalse();
    assertThat(node.workers().complete(hold(work, "worker 1"), SEVEN)).isTrue();
  }

  @Test
  void shouldAcceptOneOfTwoConflictingOutcomes() throws Exception {
    Node other = cluster.join();
    Workers.WorkOutcome eight = new Workers.WorkOutcome.Succeeded(number(8));

    for (int round = 0; round < 10; round++) {
      ExecutionKey key = handOver();
      Offers.TaskLease hold = hold(workOf(key), "worker 1");
      CompletableFuture<Boolean> there =
          CompletableFuture.supplyAsync(() -> other.workers().complete(hold, eight));
      boolean here = node.workers().complete(hold, SEVEN);

      assertThat(there.get(1, TimeUnit.MINUTES)).isNotEqualTo(here);
      assertThat(cluster.ending(key).output()).contains(number(here ? 7 : 8));
    }
  }

  @Test
  void shouldAcceptOneOfAFailureAndAnAnswerByToken() throws Exception {
    Node other = cluster.join();
    cluster.deploy("f", task("outside.waitForTaskToken", ""));

    for (int round = 0; round < 10; round++) {
      ExecutionKey key = handOver();
      Offer offer = offers.getLast();
      TaskToken token = TaskToken.parse(offer.token().orElseThrow());
      CompletableFuture<MessageAcceptance> answered =
          CompletableFuture.supplyAsync(
              () -> other.control().succeed(TenantId.DEFAULT, token, number(8)));
      boolean hasFailed = node.workers().complete(hold(offer.key(), "worker 1"), ODD);

      assertThat(answered.get(1, TimeUnit.MINUTES) == MessageAcceptance.ACCEPTED)
          .isNotEqualTo(hasFailed);
      assertThat(cluster.ending(key).failure().isPresent()).isEqualTo(hasFailed);
    }
  }

  @Test
  void shouldRefuseAFailureOnceTheTokenIsAnswered() throws Exception {
    cluster.deploy("f", task("outside.waitForTaskToken", ""));
    ExecutionKey key = handOver();
    Offer offer = offers.getLast();
    TaskToken token = TaskToken.parse(offer.token().orElseThrow());
    // An undecodable message pauses the execution, which then reads no further messages.
    cluster.spoil(key);
    cluster.until(key, seen -> seen.status() == Status.PAUSED);

    MessageAcceptance answered = node.control().succeed(TenantId.DEFAULT, token, number(8));

    assertThat(answered).isEqualTo(MessageAcceptance.ACCEPTED);
    assertThat(node.workers().complete(hold(offer.key(), "worker 1"), ODD)).isFalse();
    assertThat(node.control().succeed(TenantId.DEFAULT, token, number(8)))
        .isEqualTo(MessageAcceptance.REPEATED);
  }

  @Test
  void shouldRefuseAnAnswerByTokenOnceTheWorkHasFailed() throws Exception {
    cluster.deploy("f", task("outside.waitForTaskToken", ""));
    ExecutionKey key = handOver();
    Offer offer = offers.getLast();
    TaskToken token = TaskToken.parse(offer.token().orElseThrow());
    cluster.spoil(key);
    cluster.until(key, seen -> seen.status() == Status.PAUSED);

    assertThat(node.workers().complete(hold(offer.key(), "worker 1"), ODD)).isTrue();

    assertThat(node.control().succeed(TenantId.DEFAULT, token, number(8)))
        .isEqualTo(MessageAcceptance.CONFLICTING);
    assertThat(node.control().fail(TenantId.DEFAULT, token, ODD.failure()))
        .isEqualTo(MessageAcceptance.REPEATED);
    assertThat(node.workers().complete(hold(offer.key(), "worker 1"), ODD)).isTrue();
  }

  @Test
  void shouldOfferWorkToTheWorkersOfAllNodes() throws Exception {
    Node other = cluster.join();
    lease(node, "worker 1");

    ExecutionKey key = cluster.start("f", number(6));
    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    assertThat(node.workers().of(key).getFirst().holder()).isEmpty();
    Offer.Key work = lease(other, "worker 2").getFirst().offer().key();
    assertThat(other.workers().complete(hold(work, "worker 2"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldNameTheHolderOfWork() throws Exception {
    ExecutionKey key = handOver();

    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    assertThat(node.workers().of(key).getFirst().holder().orElseThrow().name())
        .isEqualTo("worker 1");
    assertThat(lease(node, "worker 2")).isEmpty();
    assertThat(node.workers().complete(hold(workOf(key), "worker 1"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldTakeAnOutcomeAtAnotherNode() throws Exception {
    Node other = cluster.join();
    ExecutionKey key = handOver();

    assertThat(other.workers().complete(hold(workOf(key), "worker 2"), SEVEN)).isFalse();
    assertThat(other.workers().complete(hold(workOf(key), "worker 1"), SEVEN)).isTrue();

    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldAcceptHeartbeatsOnAnyNode() throws Exception {
    Node other = cluster.join();
    ExecutionKey first = handOver();
    ExecutionKey second = handOver();

    assertThat(node.workers().renew(sign(first, "worker 1"))).hasSize(1);
    assertThat(other.workers().renew(sign(second, "worker 1"))).hasSize(1);

    assertThat(node.workers().of(second).getFirst().holder()).isPresent();
  }

  @Test
  void shouldOfferReturnedWorkToOthers() throws Exception {
    ExecutionKey key = handOver();

    assertThat(node.workers().release(List.of(hold(workOf(key), "worker 2")))).isEmpty();
    assertThat(node.workers().release(List.of(hold(workOf(key), "worker 1")))).hasSize(1);

    assertThat(node.workers().complete(hold(workOf(key), "worker 1"), SEVEN)).isFalse();
    assertThat(lease(node, "worker 2")).hasSize(1);
  }

  @Test
  void shouldKeepLeasesWhenTheNodeStops() throws Exception {
    Node other = cluster.join();
    ExecutionKey key = handOver();

    node.close();

    assertThat(lease(other, "worker 2")).isEmpty();
    assertThat(other.workers().complete(hold(workOf(key), "worker 1"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldKeepLeasesWhenTheExecutionCannotContinue() throws Exception {
    ExecutionKey key = handOver();

    cluster.spoil(key);
    cluster.until(key, seen -> seen.status() == Status.PAUSED);

    assertThat(node.workers().of(key).getFirst().holder().orElseThrow().name())
        .isEqualTo("worker 1");
    assertThat(node.workers().complete(hold(workOf(key), "worker 1"), SEVEN)).isTrue();
  }

  @Test
  void shouldForgetWithdrawnWork() throws Exception {
    ExecutionKey key = handOver();

    node.control().cancel(key, "enough", false);
    cluster.ending(key);

    assertThat(node.workers().renew(sign(key, "worker 1"))).isEmpty();
    assertThat(node.workers().complete(hold(workOf(key), "worker 1"), SEVEN)).isFalse();
  }

  /** Returns an execution whose task worker 1 has just leased. */
  private ExecutionKey handOver() throws Exception {
    CompletableFuture<List<Offers.LeasedOffer>> waiting = waitsAt(node);
    ExecutionKey key = cluster.start("f", number(6));
    assertThat(waiting.get(1, TimeUnit.MINUTES))
        .extracting(taken -> taken.offer().key().execution())
        .containsExactly(key);
    offers.add(waiting.get().getFirst().offer());
    return key;
  }

  private final List<Offer> offers = new ArrayList<>();

  private Offer.Key workOf(ExecutionKey key) {
    return offers.stream()
        .map(Offer::key)
        .filter(work -> work.execution().equals(key))
        .findFirst()
        .orElseThrow();
  }

  private Map<Offers.TaskLease, Optional<String>> sign(ExecutionKey key, String worker) {
    return Map.of(hold(workOf(key), worker), Optional.empty());
  }

  private static Offers.TaskLease hold(Offer.Key work, String worker) {
    return new Offers.TaskLease(work, workerRef(worker));
  }

  private static Offers.WorkerRef workerRef(String name) {
    return new Offers.WorkerRef(name, Duration.ofMinutes(1));
  }

  private static Workers.Request request(String worker) {
    return new Workers.Request(
        TenantId.DEFAULT, List.of("outside", "outside.waitForTaskToken"), 9, workerRef(worker));
  }

  private static List<Offers.LeasedOffer> lease(Node where, String worker) {
    return where.workers().take(request(worker));
  }

  /** Returns once worker 1 has polled without result and waits for offers. */
  private static CompletableFuture<List<Offers.LeasedOffer>> waitsAt(Node where) {
    CompletableFuture<Void> looked = new CompletableFuture<>();
    CompletableFuture<List<Offers.LeasedOffer>> found = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              Workers.Request request = request("worker 1");
              try (Offers.OfferSubscription subscription =
                  where.workers().subscribe(request.tenant(), request.resources())) {
                List<Offers.LeasedOffer> taken = where.workers().take(request);
                looked.complete(null);
                while (taken.isEmpty()) {
                  subscription.await(Duration.ofSeconds(1));
                  taken = where.workers().take(request);
                }
                found.complete(taken);
              } catch (InterruptedException | RuntimeException e) {
                looked.complete(null);
                found.completeExceptionally(e);
              }
            });
    looked.join();
    return found;
  }
}
