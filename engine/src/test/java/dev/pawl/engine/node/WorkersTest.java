package dev.pawl.engine.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.Fact;
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
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WorkersTest {

  private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");
  private static final Offers.Taker ANN = new Offers.Taker("ann", Duration.ofSeconds(30));
  private static final Workers.Outcome DONE = new Workers.Outcome.Succeeded(JsonObject.EMPTY);

  private final Post post = new Post();
  private final Map<ExecutionKey, CompletableFuture<Boolean>> here = new HashMap<>();
  private final Hands hands = new Hands();
  private boolean isAlone = true;
  private Supplier<Optional<CompletableFuture<Boolean>>> onShow = Optional::empty;
  private final Workers workers =
      new Workers(
          post,
          hands,
          new Timeline() {
            @Override
            public Instant now() {
              return NOW;
            }

            @Override
            public void await(Instant time) {}
          },
          this::here,
          new Shelf());

  @Test
  void shouldTakeAnOutcomeThatMeetsASignOfLifeOfTheSameWork() {
    Offer.Key key = hands.holds(NOW.plusSeconds(29));
    hands.isBusy = true;

    assertThat(workers.handIn(ofAnn(key), DONE)).isTrue();
    assertThat(post.sent).hasSize(1);
  }

  @Test
  void shouldKeepWorkWhoseTimeIsAlmostOverUntilItsOutcomeIsRead() {
    hands.holds(NOW.plusSeconds(29));
    Offer.Key late = hands.holds(NOW.plusSeconds(1));

    workers.handIn(ofAnn(late), DONE);
    workers.handIn(ofAnn(hands.held.getFirst().key()), DONE);

    assertThat(hands.prolonged).containsExactly(late);
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
  void shouldLookOnceMoreForWorkOfAnExecutionThatLeftMeanwhile() {
    Offers.Hold hold = ofAnn(Hands.key());
    onShow =
        () -> {
          hands.holds(hold.key(), NOW.plusSeconds(29));
          return Optional.of(CompletableFuture.failedFuture(new UnavailableException("left")));
        };

    assertThat(workers.handIn(hold, DONE)).isTrue();
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

  @Test
  void shouldAskOtherNodesForTheWorkOfAllPollsAtOnce() {
    isAlone = false;
    Offers.Hold first = new Offers.Hold(Hands.key(), new Offers.Taker("ann 1", ANN.time()));
    Offers.Hold second = new Offers.Hold(Hands.key(), new Offers.Taker("ann 2", ANN.time()));
    post.onSend =
        () ->
            Stream.of(first, second).forEach(hold -> hands.holds(hold.key(), NOW.plusSeconds(29)));

    assertThat(workers.handIn(Map.of(first, DONE, second, DONE)))
        .containsExactlyInAnyOrder(first, second);

    assertThat(post.sent.getFirst())
        .extracting(Mail.Outgoing::to)
        .containsExactlyInAnyOrder(first.key().execution(), second.key().execution());
  }

  private Here here() {
    return new Here() {
      @Override
      public Optional<Offers.Kept> held(Offers.Hold hold) {
        return Optional.empty();
      }

      @Override
      public Optional<CompletableFuture<Boolean>> handIn(Offer.Key key, Fact outcome) {
        return Optional.ofNullable(here.get(key.execution()));
      }

      @Override
      public boolean isAlone() {
        return isAlone;
      }

      @Override
      public Optional<CompletableFuture<Boolean>> show(Offer.Key key) {
        return onShow.get();
      }
    };
  }

  private static Offers.Hold ofAnn(Offer.Key key) {
    return new Offers.Hold(key, ANN);
  }

  private static final class Post implements Mail {
    private final List<List<Outgoing>> sent = new ArrayList<>();
    private Runnable onSend = () -> {};

    private List<ExecutionKey> addressees() {
      return sent.stream().flatMap(List::stream).map(Outgoing::to).toList();
    }

    @Override
    public Delivery send(ExecutionKey to, byte[] body, Optional<String> idempotencyKey) {
      return sendAll(List.of(new Outgoing(to, body, idempotencyKey))).getFirst();
    }

    @Override
    public List<Delivery> sendAll(List<Outgoing> letters) {
      sent.add(letters);
      onSend.run();
      return letters.stream().map(letter -> Delivery.ACCEPTED).toList();
    }
  }

  /** Offers that ann holds, all of which want signs of life. */
  private static final class Hands implements Offers {
    private final List<Kept> held = new ArrayList<>();
    private final List<Offer.Key> prolonged = new ArrayList<>();
    private boolean isBusy;

    private Offer.Key holds(Instant until) {
      return holds(key(), until);
    }

    private Offer.Key holds(Offer.Key key, Instant until) {
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
      signs.forEach(sign -> prolonged.add(sign.key()));
      return isBusy ? List.of() : held(signs.stream().map(Sign::key).toList(), taker);
    }

    @Override
    public List<Kept> held(Collection<Offer.Key> keys, Taker taker) {
      return held.stream().filter(kept -> keys.contains(kept.key())).toList();
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
