package dev.pawl.engine.node.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.node.time.RuntimeClock;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Inbox;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.engine.store.UnavailableException;
import dev.pawl.sdk.Json;
import dev.pawl.sdk.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class WorkersTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Offers.WorkerRef ANN = new Offers.WorkerRef("ann", Duration.ofSeconds(30));
  private static final Workers.WorkOutcome DONE =
      new Workers.WorkOutcome.Succeeded(JsonObject.EMPTY);

  private final Post post = new Post();
  private final Map<ExecutionKey, CompletableFuture<Boolean>> here = new HashMap<>();
  private final Hands hands = new Hands();
  private final Workers workers =
      new Workers(
          post,
          hands,
          RuntimeClock.SYSTEM,
          new Timeline() {
            @Override
            public Instant now() {
              return NOW;
            }

            @Override
            public void await(Instant time) {}
          },
          this::here);

  @Test
  void shouldAcceptOnlyOneOfTwoDifferentOutcomes() {
    Offers.TaskLease hold = ofAnn(hands.holds(NOW.plusSeconds(29)));
    Workers.WorkOutcome other = new Workers.WorkOutcome.Failed(Failure.of("Odd", "no"));

    assertThat(workers.complete(hold, DONE)).isTrue();
    assertThat(workers.complete(hold, other)).isFalse();
    assertThat(workers.complete(hold, DONE)).as("the same once more").isTrue();
    assertThat(post.sent).hasSize(2);
  }

  @Test
  void shouldSendHeartbeatsInOneBatch() {
    Map<Offers.TaskLease, Optional<String>> signs =
        Map.of(
            ofAnn(hands.holds(NOW)), Optional.empty(),
            ofAnn(hands.holds(NOW)), Optional.empty(),
            ofAnn(hands.holds(NOW)), Optional.empty());

    workers.renew(signs);
    workers.take(new Workers.Request(TenantId.DEFAULT, List.of("mail"), 3, ANN));

    assertThat(post.sent).extracting(List::size).containsExactly(3, 3);
  }

  @Test
  void shouldSendNoMessageToAnExecutionOnThisNode() {
    Offer.Key wanted = hands.holds(NOW.plusSeconds(29));
    Offer.Key unwanted = hands.holds(NOW.plusSeconds(29));
    Offer.Key elsewhere = hands.holds(NOW.plusSeconds(29));
    here.put(wanted.execution(), CompletableFuture.completedFuture(true));
    here.put(unwanted.execution(), CompletableFuture.completedFuture(false));

    Set<Offers.TaskLease> taken =
        workers.complete(
            Map.of(ofAnn(wanted), DONE, ofAnn(unwanted), DONE, ofAnn(elsewhere), DONE));

    assertThat(taken).containsExactlyInAnyOrder(ofAnn(wanted), ofAnn(elsewhere));
    assertThat(post.addressees()).containsExactly(elsewhere.execution());
  }

  @Test
  void shouldSendAMessageIfTheExecutionLeftBeforeTheOutcomeWasDurable() {
    Offer.Key key = hands.holds(NOW.plusSeconds(29));
    here.put(key.execution(), CompletableFuture.failedFuture(new UnavailableException("left")));

    assertThat(workers.complete(ofAnn(key), DONE)).isTrue();
    assertThat(post.addressees()).containsExactly(key.execution());
  }

  @Test
  void shouldRefuseOutcomesThatAreTooLarge() {
    Offers.TaskLease hold = ofAnn(hands.holds(NOW.plusSeconds(29)));
    String tooLong = "x".repeat(Limits.MAX_DATA);

    assertThatThrownBy(
            () -> workers.complete(hold, new Workers.WorkOutcome.Succeeded(Json.of(tooLong))))
        .hasMessageContaining("the output has 262146 bytes");
    assertThatThrownBy(
            () ->
                workers.complete(hold, new Workers.WorkOutcome.Failed(Failure.of("Odd", tooLong))))
        .hasMessageContaining("the error with its cause has");
    assertThat(post.sent).isEmpty();
  }

  private LocalDelivery here() {
    return (key, outcome) -> Optional.ofNullable(here.get(key.execution()));
  }

  private static Offers.TaskLease ofAnn(Offer.Key key) {
    return new Offers.TaskLease(key, ANN);
  }

  private static final class Post implements Inbox {
    private final List<List<Inbox.OutgoingMessage>> sent = new ArrayList<>();

    private List<ExecutionKey> addressees() {
      return sent.stream().flatMap(List::stream).map(Inbox.OutgoingMessage::to).toList();
    }

    @Override
    public Inbox.MessageAcceptance send(Inbox.OutgoingMessage message) {
      return sendAll(List.of(message)).getFirst();
    }

    @Override
    public List<Inbox.MessageAcceptance> sendAll(List<Inbox.OutgoingMessage> messages) {
      sent.add(messages);
      return messages.stream().map(message -> Inbox.MessageAcceptance.ACCEPTED).toList();
    }
  }

  /** Offers leased by one worker, all of which expect heartbeats. */
  private static final class Hands implements Offers {
    private final List<Offers.LeaseRenewal> held = new ArrayList<>();
    private final Map<Offer.Key, String> answers = new HashMap<>();

    private Offer.Key holds(Instant until) {
      Offer.Key key = key();
      held.add(new Offers.LeaseRenewal(key, NOW, until, true, false));
      return key;
    }

    private static Offer.Key key() {
      ExecutionKey execution =
          new ExecutionKey(TenantId.DEFAULT, new ExecutionId(UUID.randomUUID()));
      return new Offer.Key(execution, new StepId(FrameId.ROOT, 1), 1);
    }

    @Override
    public List<Offers.LeasedOffer> take(
        TenantId tenant,
        Collection<String> resources,
        int max,
        Offers.WorkerRef workerRef,
        Set<ExecutionId> except) {
      return held.stream()
          .limit(max)
          .map(kept -> new Offers.LeasedOffer(offer(kept.key()), NOW))
          .toList();
    }

    private static Offer offer(Offer.Key key) {
      return new Offer(
          key,
          "mail",
          Priority.NORMAL,
          "order",
          new byte[0],
          Optional.empty(),
          Optional.empty(),
          Optional.of(Duration.ofSeconds(5)),
          Optional.empty());
    }

    @Override
    public List<Offers.LeaseRenewal> renew(
        Collection<Offers.LeaseSignal> signs, Offers.WorkerRef workerRef) {
      List<Offer.Key> keys = signs.stream().map(Offers.LeaseSignal::key).toList();
      return held.stream().filter(kept -> keys.contains(kept.key())).toList();
    }

    @Override
    public List<Offers.LeaseRenewal> accept(
        Collection<OfferAnswer> given, Offers.WorkerRef workerRef) {
      List<Offer.Key> accepted =
          given.stream()
              .filter(
                  one ->
                      answers.computeIfAbsent(one.key(), key -> one.digest()).equals(one.digest()))
              .map(OfferAnswer::key)
              .toList();
      return held.stream().filter(kept -> accepted.contains(kept.key())).toList();
    }

    @Override
    public List<Offer.Key> release(Collection<Offer.Key> keys, Offers.WorkerRef workerRef) {
      return List.copyOf(keys);
    }

    @Override
    public void releaseAll(TenantId tenant, Offers.WorkerRef workerRef) {}

    @Override
    public void close(Offer.Key key) {}

    @Override
    public List<Offers.OfferStatus> of(ExecutionKey execution) {
      return List.of();
    }

    @Override
    public List<OfferedResource> listOfferedResources() {
      return List.of();
    }

    @Override
    public Offers.OfferSubscription subscribe(TenantId tenant, Collection<String> resources) {
      throw new UnsupportedOperationException();
    }
  }
}
