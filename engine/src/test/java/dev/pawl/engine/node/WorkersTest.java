package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Failure;
import dev.pawl.engine.FrameId;
import dev.pawl.engine.StepId;
import dev.pawl.engine.data.Limits;
import dev.pawl.engine.run.Timeline;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Mail;
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
  private static final Offers.Taker ANN = new Offers.Taker("ann", Duration.ofSeconds(30));
  private static final Workers.Outcome DONE = new Workers.Outcome.Succeeded(JsonObject.EMPTY);

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
  void shouldAcceptOneOfTwoOutcomesThatDiffer() {
    Offers.Hold hold = ofAnn(hands.holds(NOW.plusSeconds(29)));
    Workers.Outcome other = new Workers.Outcome.Failed(Failure.of("Odd", "no"));

    assertThat(workers.handIn(hold, DONE)).isTrue();
    assertThat(workers.handIn(hold, other)).isFalse();
    assertThat(workers.handIn(hold, DONE)).as("the same once more").isTrue();
    assertThat(post.sent).hasSize(2);
  }

  @Test
  void shouldSendSignsOfLifeTogether() {
    Map<Offers.Hold, Optional<String>> signs =
        Map.of(
            ofAnn(hands.holds(NOW)), Optional.empty(),
            ofAnn(hands.holds(NOW)), Optional.empty(),
            ofAnn(hands.holds(NOW)), Optional.empty());

    workers.keep(signs);
    workers.take(new Workers.Request(TenantId.DEFAULT, List.of("mail"), 3, ANN));

    assertThat(post.sent).extracting(List::size).containsExactly(3, 3);
  }

  @Test
  void shouldWriteNoLetterToAnExecutionOnThisNode() {
    Offer.Key wanted = hands.holds(NOW.plusSeconds(29));
    Offer.Key unwanted = hands.holds(NOW.plusSeconds(29));
    Offer.Key elsewhere = hands.holds(NOW.plusSeconds(29));
    here.put(wanted.execution(), CompletableFuture.completedFuture(true));
    here.put(unwanted.execution(), CompletableFuture.completedFuture(false));

    Set<Offers.Hold> taken =
        workers.handIn(Map.of(ofAnn(wanted), DONE, ofAnn(unwanted), DONE, ofAnn(elsewhere), DONE));

    assertThat(taken).containsExactlyInAnyOrder(ofAnn(wanted), ofAnn(elsewhere));
    assertThat(post.addressees()).containsExactly(elsewhere.execution());
  }

  @Test
  void shouldWriteToAnExecutionThatLeftBeforeTheOutcomeWasDurable() {
    Offer.Key key = hands.holds(NOW.plusSeconds(29));
    here.put(key.execution(), CompletableFuture.failedFuture(new UnavailableException("left")));

    assertThat(workers.handIn(ofAnn(key), DONE)).isTrue();
    assertThat(post.addressees()).containsExactly(key.execution());
  }

  @Test
  void shouldRefuseOutcomesThatAreTooLarge() {
    Offers.Hold hold = ofAnn(hands.holds(NOW.plusSeconds(29)));
    String tooLong = "x".repeat(Limits.MAX_DATA);

    assertThatThrownBy(() -> workers.handIn(hold, new Workers.Outcome.Succeeded(Json.of(tooLong))))
        .hasMessageContaining("the output has 262146 bytes");
    assertThatThrownBy(
            () -> workers.handIn(hold, new Workers.Outcome.Failed(Failure.of("Odd", tooLong))))
        .hasMessageContaining("the error with its cause has");
    assertThat(post.sent).isEmpty();
  }

  private Here here() {
    return (key, outcome) -> Optional.ofNullable(here.get(key.execution()));
  }

  private static Offers.Hold ofAnn(Offer.Key key) {
    return new Offers.Hold(key, ANN);
  }

  private static final class Post implements Mail {
    private final List<List<Outgoing>> sent = new ArrayList<>();

    private List<ExecutionKey> addressees() {
      return sent.stream().flatMap(List::stream).map(Outgoing::to).toList();
    }

    @Override
    public Delivery send(Outgoing letter) {
      return sendAll(List.of(letter)).getFirst();
    }

    @Override
    public List<Delivery> sendAll(List<Outgoing> letters) {
      sent.add(letters);
      return letters.stream().map(letter -> Delivery.ACCEPTED).toList();
    }
  }

  /** Offers that ann holds, all of which want signs of life. */
  private static final class Hands implements Offers {
    private final List<Kept> held = new ArrayList<>();
    private final Map<Offer.Key, String> answers = new HashMap<>();

    private Offer.Key holds(Instant until) {
      Offer.Key key = key();
      held.add(new Kept(key, NOW, until, true, false));
      return key;
    }

    private static Offer.Key key() {
      ExecutionKey execution =
          new ExecutionKey(TenantId.DEFAULT, new ExecutionId(UUID.randomUUID()));
      return new Offer.Key(execution, new StepId(FrameId.ROOT, 1), 1);
    }

    @Override
    public List<Taken> take(
        TenantId tenant,
        Collection<String> resources,
        int max,
        Taker taker,
        Set<ExecutionId> except) {
      return held.stream().limit(max).map(kept -> new Taken(offer(kept.key()), NOW)).toList();
    }

    private static Offer offer(Offer.Key key) {
      return new Offer(
          key,
          "mail",
          Priority.NORMAL,
          "order",
          new byte[0],
          Optional.empty(),
          Optional.of(Duration.ofSeconds(5)),
          Optional.empty());
    }

    @Override
    public List<Kept> keep(Collection<Sign> signs, Taker taker) {
      List<Offer.Key> keys = signs.stream().map(Sign::key).toList();
      return held.stream().filter(kept -> keys.contains(kept.key())).toList();
    }

    @Override
    public List<Kept> accept(Collection<Answer> given, Taker taker) {
      List<Offer.Key> accepted =
          given.stream()
              .filter(
                  one ->
                      answers.computeIfAbsent(one.key(), key -> one.digest()).equals(one.digest()))
              .map(Answer::key)
              .toList();
      return held.stream().filter(kept -> accepted.contains(kept.key())).toList();
    }

    @Override
    public List<Offer.Key> giveBack(Collection<Offer.Key> keys, Taker taker) {
      return List.copyOf(keys);
    }

    @Override
    public void giveBackAll(TenantId tenant, Taker taker) {}

    @Override
    public void close(Offer.Key key) {}

    @Override
    public List<Standing> of(ExecutionKey execution) {
      return List.of();
    }

    @Override
    public List<Wanted> wanted() {
      return List.of();
    }

    @Override
    public Ear listen(TenantId tenant, Collection<String> resources) {
      throw new UnsupportedOperationException();
    }
  }
}
