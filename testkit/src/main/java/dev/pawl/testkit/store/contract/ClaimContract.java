package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.BACK;
import static dev.pawl.testkit.store.contract.Drafts.FLOW;
import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.births;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.Status;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Card.Parent;
import dev.pawl.engine.store.Card.Reply;
import dev.pawl.engine.store.Card.Tags;
import dev.pawl.engine.store.Claimed;
import dev.pawl.engine.store.Claimed.Snapshot;
import dev.pawl.engine.store.ExecutionKey;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.VersionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What can go on is taken by one node, the most urgent first, with all it needs. */
abstract class ClaimContract extends Scene {

  private static final Instant KEPT_AT = Instant.parse("2026-01-02T03:04:05Z");

  @Test
  void shouldGiveEachExecutionToOneNode() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    List<Card> cards = drafts.cards(200);
    done(here, births(cards, BACK));

    List<List<ExecutionKey>> taken =
        together(() -> claimUntilNothingIsLeft(here), () -> claimUntilNothingIsLeft(there));

    assertThat(taken.stream().flatMap(List::stream))
        .containsExactlyInAnyOrderElementsOf(cards.stream().map(Card::key).toList());
  }

  private static List<ExecutionKey> claimUntilNothingIsLeft(Membership member) {
    List<ExecutionKey> taken = new ArrayList<>();
    List<Claimed> claimed = member.claim(7);
    while (!claimed.isEmpty()) {
      assertThat(claimed).hasSizeLessThanOrEqualTo(7);
      taken.addAll(keys(claimed));
      claimed = member.claim(7);
    }
    return taken;
  }

  @Test
  void shouldTakeTheMostUrgentFirst() throws Exception {
    Membership here = join("here");
    Card low = drafts.card(Priority.LOW);
    Card normal = drafts.card(Priority.NORMAL);
    Card critical = drafts.card(Priority.CRITICAL);
    Card high = drafts.card(Priority.HIGH);
    done(here, birth(low, BACK), birth(normal, BACK), birth(critical, BACK), birth(high, BACK));

    List<ExecutionKey> taken = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      taken.addAll(keys(here.claim(1)));
    }

    assertThat(taken).containsExactly(critical.key(), high.key(), normal.key(), low.key());
  }

  @Test
  void shouldTakeTheOldestOfEqualsFirst() throws Exception {
    Membership here = join("here");
    List<Card> cards = drafts.cards(20);
    done(here, births(cards.subList(0, 10), BACK));
    done(here, births(cards.subList(10, 20), BACK));

    List<ExecutionKey> taken = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      taken.addAll(keys(here.claim(1)));
    }

    assertThat(taken).containsExactlyElementsOf(cards.stream().map(Card::key).toList());
  }

  @Test
  void shouldNotLetOneTenantFillTheQueue() throws Exception {
    Membership here = join("here");
    List<Card> many = drafts.cards(2_000);
    List<Card> few = Stream.generate(() -> drafts.card(THEIRS, FLOW)).limit(4).toList();

    done(here, births(Stream.concat(many.stream(), few.stream()).toList(), BACK));

    assertThat(keys(here.claim(1_000))).containsAll(few.stream().map(Card::key).toList());
  }

  @Test
  void shouldOfferWhatANodeHandsBack() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card card = drafts.card();
    done(here, birth(card));
    assertThat(there.claim(10)).isEmpty();

    done(here, next(card, 2, BACK));

    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.WAITING);
    assertThat(keys(there.claim(10))).containsExactly(card.key());
    done(there, next(card, 3, succeeds(card)));
  }

  @Test
  void shouldBringTheWholeCard() throws Exception {
    Membership here = join("here");
    Card full =
        new Card(
            new ExecutionKey(THEIRS, drafts.id()),
            new VersionKey(THEIRS, "ein Fluß \"mit\" Namen", 12),
            Optional.of("Items"),
            Optional.of(new Parent(drafts.id(), Drafts.STEP, 31, Reply.DESCRIPTION_WITH_JSON)),
            3,
            new Tags(
                Priority.HIGH,
                Optional.of("order 4711"),
                Map.of("city", "Köln", "a,b", "{\"x\"}", "empty", ""),
                Optional.of("key"),
                Optional.of(drafts.id())));

    done(here, birth(full, BACK));

    assertThat(store().executions().find(full.key()).orElseThrow().card()).isEqualTo(full);
    assertThat(claimedOne(here).card()).isEqualTo(full);
    done(here, next(full, 2, succeeds(full)));
    assertThat(store().executions().find(full.key()).orElseThrow().card()).isEqualTo(full);
  }

  @Test
  void shouldBringTheSnapshotAndTheFactsAfterIt() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Card plain = drafts.card();
    done(here, birth(card), birth(plain));
    for (int seq = 2; seq <= 6; seq++) {
      done(here, next(card, seq, ON), next(plain, seq, ON));
    }
    here.keep(card.key(), new Snapshot(2, KEPT_AT, 1, bytes("after 2")));
    here.keep(card.key(), new Snapshot(4, KEPT_AT, 9, bytes("after 4")));
    here.keep(card.key(), new Snapshot(3, KEPT_AT, 1, bytes("after 3, too late")));

    done(here, next(card, 7, BACK), next(plain, 7, BACK));

    List<Claimed> claimed = claimed(here, 2);
    Claimed kept = one(claimed, card);
    assertThat(kept.snapshot())
        .hasValueSatisfying(
            snapshot -> {
              assertThat(snapshot.seq()).isEqualTo(4);
              assertThat(snapshot.at()).isEqualTo(KEPT_AT);
              assertThat(snapshot.format()).isEqualTo(9);
              assertThat(text(snapshot.bytes())).isEqualTo("after 4");
            });
    assertThat(texts(kept.facts())).containsExactly("5 fact 5", "6 fact 6", "7 fact 7");
    assertThat(one(claimed, plain).snapshot()).isEmpty();
    assertThat(one(claimed, plain).facts()).hasSize(7);
    assertThat(facts(card)).hasSize(7);
  }

  private static Claimed one(List<Claimed> claimed, Card card) {
    return claimed.stream().filter(one -> one.card().equals(card)).findFirst().orElseThrow();
  }

  @Test
  void shouldNotMindASnapshotOfAnEndedExecution() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    done(here, birth(card));
    here.keep(card.key(), new Snapshot(1, KEPT_AT, 1, bytes("in time")));
    done(here, next(card, 2, succeeds(card)));

    here.keep(card.key(), new Snapshot(2, KEPT_AT, 1, bytes("too late")));
    here.keep(drafts.card().key(), new Snapshot(2, KEPT_AT, 1, bytes("of nobody")));

    assertThat(store().executions().find(card.key()).orElseThrow().status())
        .isEqualTo(Status.SUCCEEDED);
    assertThat(here.claim(10)).isEmpty();
  }

  @Test
  void shouldTellThatThereIsSomethingToDo() throws Exception {
    Membership here = join("here");
    Membership there = join("there");
    Card ready = drafts.card(OURS, "other");
    Card running = drafts.card();
    done(there, birth(running));

    List<Boolean> told =
        together(
            () -> {
              while (there.claim(1).isEmpty()) {
                there.awaitNews(Duration.ofSeconds(50));
              }
              while (there.letters(1).isEmpty()) {
                there.awaitNews(Duration.ofSeconds(50));
              }
              return true;
            },
            () -> {
              done(here, birth(ready, BACK));
              send(running, "hello");
              return true;
            });

    assertThat(told).containsExactly(true, true);
  }
}
