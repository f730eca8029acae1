package dev.pawl.testkit.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.node.Node;
import dev.pawl.engine.node.Workers;
import dev.pawl.engine.store.ExecutionKey;
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

/** Work goes from an execution to a worker, and its outcome back, whichever nodes they are at. */
abstract class HandingOverContract extends Room {

  private static final Workers.Outcome SEVEN = new Workers.Outcome.Succeeded(number(7));

  private Node node;

  @BeforeEach
  void deploy() {
    cluster.deploy("f", task("outside", ""));
    node = cluster.join();
  }

  @Test
  void shouldForgetWorkThatIsDone() throws Exception {
    CompletableFuture<List<Offers.Taken>> waiting = waitsAt(node);

    ExecutionKey key = cluster.start("f", number(6));
    Offer offer = waiting.get(1, TimeUnit.MINUTES).getFirst().offer();

    assertThat(node.workers().handIn(hold(offer.key(), "worker 1"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
    assertThat(node.workers().of(key)).isEmpty();
    assertThat(node.workers().handIn(hold(offer.key(), "worker 1"), SEVEN)).isFalse();
  }

  @Test
  void shouldTakeOutcomesFromNobodyElse() throws Exception {
    ExecutionKey key = handedOver();
    Offer.Key work = workOf(key);

    assertThat(node.workers().handIn(hold(work, "worker 2"), SEVEN)).isFalse();
    assertThat(node.workers().handIn(hold(work, "worker 1"), SEVEN)).isTrue();
  }

  @Test
  void shouldAcceptOneOfTwoOutcomesThatDiffer() throws Exception {
    Node other = cluster.join();
    Workers.Outcome eight = new Workers.Outcome.Succeeded(number(8));

    for (int round = 0; round < 10; round++) {
      ExecutionKey key = handedOver();
      Offers.Hold hold = hold(workOf(key), "worker 1");
      CompletableFuture<Boolean> there =
          CompletableFuture.supplyAsync(() -> other.workers().handIn(hold, eight));
      boolean here = node.workers().handIn(hold, SEVEN);

      assertThat(there.get(1, TimeUnit.MINUTES)).isNotEqualTo(here);
      assertThat(cluster.ending(key).output()).contains(number(here ? 7 : 8));
    }
  }

  @Test
  void shouldOfferWorkToTheWorkersOfAllNodes() throws Exception {
    Node other = cluster.join();
    look(node, "worker 1");

    ExecutionKey key = cluster.start("f", number(6));
    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    assertThat(node.workers().of(key).getFirst().holder()).isEmpty();
    Offer.Key work = look(other, "worker 2").getFirst().offer().key();
    assertThat(other.workers().handIn(hold(work, "worker 2"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldSayWhoHasWork() throws Exception {
    ExecutionKey key = handedOver();

    cluster.await("an offer", () -> !node.workers().of(key).isEmpty());

    assertThat(node.workers().of(key).getFirst().holder().orElseThrow().name())
        .isEqualTo("worker 1");
    assertThat(look(node, "worker 2")).isEmpty();
    assertThat(node.workers().handIn(hold(workOf(key), "worker 1"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldTakeAnOutcomeAtAnotherNode() throws Exception {
    Node other = cluster.join();
    ExecutionKey key = handedOver();

    assertThat(other.workers().handIn(hold(workOf(key), "worker 2"), SEVEN)).isFalse();
    assertThat(other.workers().handIn(hold(workOf(key), "worker 1"), SEVEN)).isTrue();

    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldHearSignsOfLifeWhereverTheyAreGiven() throws Exception {
    Node other = cluster.join();
    ExecutionKey first = handedOver();
    ExecutionKey second = handedOver();

    assertThat(node.workers().keep(sign(first, "worker 1"))).hasSize(1);
    assertThat(other.workers().keep(sign(second, "worker 1"))).hasSize(1);

    assertThat(node.workers().of(second).getFirst().holder()).isPresent();
  }

  @Test
  void shouldLetOthersHaveWhatIsGivenBack() throws Exception {
    ExecutionKey key = handedOver();

    assertThat(node.workers().giveBack(List.of(hold(workOf(key), "worker 2")))).isEmpty();
    assertThat(node.workers().giveBack(List.of(hold(workOf(key), "worker 1")))).hasSize(1);

    assertThat(node.workers().handIn(hold(workOf(key), "worker 1"), SEVEN)).isFalse();
    assertThat(look(node, "worker 2")).hasSize(1);
  }

  @Test
  void shouldLeaveWorkInTheHandsItIsInWhenTheNodeStops() throws Exception {
    Node other = cluster.join();
    ExecutionKey key = handedOver();

    node.close();

    assertThat(look(other, "worker 2")).isEmpty();
    assertThat(other.workers().handIn(hold(workOf(key), "worker 1"), SEVEN)).isTrue();
    assertThat(cluster.ending(key).output()).contains(number(7));
  }

  @Test
  void shouldLeaveWorkInTheHandsItIsInWhenItsExecutionCannotGoOn() throws Exception {
    ExecutionKey key = handedOver();

    cluster.spoil(key);
    cluster.until(key, seen -> seen.status() == Status.PAUSED);

    assertThat(node.workers().of(key).getFirst().holder().orElseThrow().name())
        .isEqualTo("worker 1");
    assertThat(node.workers().handIn(hold(workOf(key), "worker 1"), SEVEN)).isTrue();
  }

  @Test
  void shouldForgetWorkThatNobodyWants() throws Exception {
    ExecutionKey key = handedOver();

    node.control().cancel(key, "enough", false);
    cluster.ending(key);

    assertThat(node.workers().keep(sign(key, "worker 1"))).isEmpty();
    assertThat(node.workers().handIn(hold(workOf(key), "worker 1"), SEVEN)).isFalse();
  }

  /** An execution whose work worker 1 has just got. */
  private ExecutionKey handedOver() throws Exception {
    CompletableFuture<List<Offers.Taken>> waiting = waitsAt(node);
    ExecutionKey key = cluster.start("f", number(6));
    assertThat(waiting.get(1, TimeUnit.MINUTES))
        .extracting(taken -> taken.offer().key().execution())
        .containsExactly(key);
    works.add(waiting.get().getFirst().offer().key());
    return key;
  }

  private final List<Offer.Key> works = new ArrayList<>();

  private Offer.Key workOf(ExecutionKey key) {
    return works.stream().filter(work -> work.execution().equals(key)).findFirst().orElseThrow();
  }

  private Map<Offers.Hold, Optional<String>> sign(ExecutionKey key, String worker) {
    return Map.of(hold(workOf(key), worker), Optional.empty());
  }

  private static Offers.Hold hold(Offer.Key work, String worker) {
    return new Offers.Hold(work, taker(worker));
  }

  private static Offers.Taker taker(String name) {
    return new Offers.Taker(name, Duration.ofMinutes(1));
  }

  private static Workers.Request request(String worker) {
    return new Workers.Request(TenantId.DEFAULT, List.of("outside"), 9, taker(worker));
  }

  private static List<Offers.Taken> look(Node where, String worker) {
    return where.workers().take(request(worker));
  }

  /** Returns when worker 1 has looked in vain, and waits. */
  private static CompletableFuture<List<Offers.Taken>> waitsAt(Node where) {
    CompletableFuture<Void> looked = new CompletableFuture<>();
    CompletableFuture<List<Offers.Taken>> found = new CompletableFuture<>();
    Thread.ofVirtual()
        .start(
            () -> {
              Workers.Request request = request("worker 1");
              try (Offers.Ear ear = where.workers().listen(request.tenant(), request.resources())) {
                List<Offers.Taken> taken = where.workers().take(request);
                looked.complete(null);
                while (taken.isEmpty()) {
                  ear.await(Duration.ofSeconds(1));
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
