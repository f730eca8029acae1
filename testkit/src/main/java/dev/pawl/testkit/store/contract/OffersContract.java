package dev.pawl.testkit.store.contract;

import static dev.pawl.testkit.store.contract.Drafts.ON;
import static dev.pawl.testkit.store.contract.Drafts.OURS;
import static dev.pawl.testkit.store.contract.Drafts.THEIRS;
import static dev.pawl.testkit.store.contract.Drafts.UNTIL_A_LETTER;
import static dev.pawl.testkit.store.contract.Drafts.birth;
import static dev.pawl.testkit.store.contract.Drafts.next;
import static dev.pawl.testkit.store.contract.Drafts.offer;
import static dev.pawl.testkit.store.contract.Drafts.offering;
import static dev.pawl.testkit.store.contract.Drafts.succeeds;
import static dev.pawl.testkit.store.contract.Drafts.with;
import static dev.pawl.testkit.store.contract.Drafts.withdrawing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.Card;
import dev.pawl.engine.store.Membership;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Offers.Sign;
import dev.pawl.engine.store.Offers.Taken;
import dev.pawl.engine.store.Offers.Taker;
import dev.pawl.engine.store.Offers.Wanted;
import dev.pawl.engine.store.Priority;
import dev.pawl.engine.store.TenantId;
import dev.pawl.testkit.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What one node cannot do, others are offered; each offer is in one pair of hands at a time. */
abstract class OffersContract extends Scene {

  private static final Taker ANN = new Taker("ann", Duration.ofMinutes(1));
  private static final Taker BOB = new Taker("bob", Duration.ofMinutes(1));
  private static final Taker SHORT = new Taker("short", Duration.ZERO);

  private Offers offers() {
    return store().offers();
  }

  private List<Offer.Key> take(TenantId tenant, int max, Taker taker, String... resources) {
    return offers().take(tenant, List.of(resources), max, taker).stream()
        .map(taken -> taken.offer().key())
        .toList();
  }

  private static Sign sign(Offer offer) {
    return new Sign(offer.key(), Optional.empty());
  }

  @Test
  void shouldGiveAnOfferAsItWasMade() throws Exception {
    Membership here = join("here");
    Card card = drafts.card(Priority.HIGH);
    Offer made = offer(card, 1, "mail");

    done(here, with(birth(card, UNTIL_A_LETTER), offering(made)));
    Taken taken = offers().take(OURS, List.of("mail"), 5, ANN).getFirst();

    assertThat(taken.offer()).usingRecursiveComparison().isEqualTo(made);
    assertThat(offers().of(card.key()).getFirst().holder().orElseThrow().until())
        .isEqualTo(taken.until());
  }

  @Test
  void shouldGiveEachOfferToOneTakerTheMostUrgentFirst() throws Exception {
    Membership here = join("here");
    Card low = drafts.card(Priority.LOW);
    Card first = drafts.card();
    Card second = drafts.card();
    Card urgent = drafts.card(Priority.CRITICAL);
    List<Offer> made =
        Stream.of(low, first, second, urgent).map(card -> offer(card, 1, "mail")).toList();
    for (Offer one : made) {
      Card card =
          Stream.of(low, first, second, urgent)
              .filter(c -> c.key().equals(one.key().execution()))
              .findFirst()
              .orElseThrow();
      done(here, with(birth(card), offering(one)));
    }

    assertThat(take(OURS, 2, ANN, "mail")).containsExactly(made.get(3).key(), made.get(1).key());
    assertThat(take(OURS, 5, BOB, "mail")).containsExactly(made.get(2).key(), made.get(0).key());
    assertThat(take(OURS, 5, BOB, "mail")).isEmpty();
  }

  @Test
  void shouldTakeTheMostUrgentOfAllResources() throws Exception {
    Membership here = join("here");
    List<Offer> mails = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      mails.add(offered(here, Priority.NORMAL, "mail"));
    }
    Offer print = offered(here, Priority.NORMAL, "print");
    Offer urgent = offered(here, Priority.CRITICAL, "fax");

    assertThat(take(OURS, 2, ANN, "mail", "print", "fax", "mail"))
        .containsExactly(urgent.key(), mails.getFirst().key());
    assertThat(take(OURS, 9, ANN, "print", "mail"))
        .hasSize(5)
        .startsWith(mails.get(1).key())
        .endsWith(print.key());
  }

  private Offer offered(Membership here, Priority priority, String resource) throws Exception {
    Card card = drafts.card(priority);
    Offer made = offer(card, 1, resource);
    done(here, with(birth(card), offering(made)));
    return made;
  }

  @Test
  void shouldLeaveTheOffersOfSomeExecutionsToOthers() throws Exception {
    Membership here = join("here");
    Offer first = offered(here, Priority.CRITICAL, "mail");
    Offer second = offered(here, Priority.NORMAL, "mail");
    Set<ExecutionId> hidden = Set.of(first.key().execution().id());

    assertThat(offers().take(OURS, List.of("mail", "fax"), 1, ANN, hidden))
        .extracting(taken -> taken.offer().key())
        .containsExactly(second.key());
    assertThat(offers().take(OURS, List.of("mail"), 1, ANN, hidden)).isEmpty();
    assertThat(take(OURS, 1, BOB, "mail")).containsExactly(first.key());
  }

  @Test
  void shouldAcceptOneAnswerToAnOffer() throws Exception {
    Membership here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    take(OURS, 1, ANN, "mail");

    assertThat(accepted(made, "yes", BOB)).isFalse();
    assertThat(accepted(made, "yes", ANN)).isTrue();
    assertThat(accepted(made, "no", ANN)).isFalse();
    assertThat(accepted(made, "yes", ANN)).as("the same once more").isTrue();
    assertThat(offers().giveBack(List.of(made.key()), ANN)).isEmpty();
    offers().close(made.key());
    assertThat(accepted(made, "yes", ANN)).isFalse();
  }

  @Test
  void shouldAcceptAnotherAnswerFromWhoeverTakesTheOfferAnew() throws Exception {
    Membership here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    take(OURS, 1, ANN, "mail");
    offers().giveBack(List.of(made.key()), ANN);
    take(OURS, 1, BOB, "mail");

    assertThat(accepted(made, "yes", ANN)).isFalse();
    assertThat(accepted(made, "no", BOB)).isTrue();
  }

  @Test
  void shouldAcceptOneOfManyAnswersAtOnce() throws Exception {
    Membership here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    take(OURS, 1, ANN, "mail");

    List<Boolean> accepted =
        together(
            () -> accepted(made, "a", ANN),
            () -> accepted(made, "b", ANN),
            () -> accepted(made, "c", ANN));

    assertThat(accepted).containsOnlyOnce(true);
  }

  private boolean accepted(Offer offer, String digest, Taker taker) {
    return !offers().accept(List.of(new Offers.Answer(offer.key(), digest)), taker).isEmpty();
  }

  @Test
  void shouldGiveEachOfferOnceToManyAtOnce() throws Exception {
    Membership here = join("here");
    for (int number = 0; number < 60; number++) {
      Card card = drafts.card();
      done(here, with(birth(card), offering(offer(card, 1, "mail"))));
    }

    List<List<Offer.Key>> hands =
        together(
            () -> take(OURS, 30, ANN, "mail"),
            () -> take(OURS, 30, BOB, "fax", "mail"),
            () -> take(OURS, 30, ANN, "mail", "print"));
    List<Offer.Key> all = new ArrayList<>();
    hands.forEach(all::addAll);
    all.addAll(take(OURS, 60, ANN, "mail"));

    assertThat(all).hasSize(60).doesNotHaveDuplicates();
  }

  @Test
  void shouldKeepResourcesAndTenantsApart() throws Exception {
    Membership here = join("here");
    Card ours = drafts.card();
    Card theirs = drafts.card(THEIRS, Drafts.FLOW);
    Offer mail = offer(ours, 1, "mail");
    Offer print = offer(ours, 2, "print");
    done(here, with(birth(ours), offering(mail, print)));
    done(here, with(birth(theirs), offering(offer(theirs, 1, "mail"))));

    assertThat(offers().wanted())
        .containsExactlyInAnyOrder(
            new Wanted(OURS, "mail"), new Wanted(OURS, "print"), new Wanted(THEIRS, "mail"));
    assertThat(take(OURS, 9, ANN, "fax")).isEmpty();
    assertThat(take(OURS, 9, ANN, "print", "mail"))
        .containsExactlyInAnyOrder(print.key(), mail.key());
    assertThat(offers().wanted()).containsExactly(new Wanted(THEIRS, "mail"));
  }

  @Test
  void shouldLeaveAnOfferWithItsTakerWhileItIsAlive() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Offer made = offer(card, 1, "mail");
    done(here, with(birth(card), offering(made)));

    take(OURS, 1, SHORT, "mail");
    assertThat(offers().keep(List.of(sign(made)), ANN)).isEmpty();
    assertThat(
            offers()
                .keep(
                    List.of(new Sign(made.key(), Optional.of("{\"done\":7}"))),
                    new Taker("short", Duration.ofMinutes(1))))
        .hasSize(1)
        .allMatch(Offers.Kept::beats);

    assertThat(offers().wanted()).isEmpty();
    assertThat(offers().of(card.key()).getFirst().holder().orElseThrow().details())
        .contains("{\"done\":7}");
  }

  @Test
  void shouldOfferAgainWhatASilentTakerHad() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Offer made = offer(card, 1, "mail");
    done(here, with(birth(card), offering(made)));

    take(OURS, 1, SHORT, "mail");
    Await.until("the end of its taker's time", () -> !offers().wanted().isEmpty());

    assertThat(take(OURS, 1, ANN, "mail")).containsExactly(made.key());
    assertThat(offers().keep(List.of(sign(made)), SHORT)).isEmpty();
  }

  @Test
  void shouldLeaveAnOfferWithASilentTakerThatComesBackFirst() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Offer made = offer(card, 1, "mail");
    done(here, with(birth(card), offering(made)));

    take(OURS, 1, SHORT, "mail");
    Await.until("the end of its taker's time", () -> !offers().wanted().isEmpty());

    assertThat(offers().keep(List.of(sign(made)), new Taker("short", Duration.ofMinutes(1))))
        .hasSize(1);
    assertThat(take(OURS, 1, ANN, "mail")).isEmpty();
  }

  @Test
  void shouldOfferAgainWhatWasGivenBackAndTellThoseWhoWait() throws Exception {
    Membership here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    Offer other = offered(here, Priority.NORMAL, "mail");

    take(OURS, 2, ANN, "mail");
    assertThat(offers().giveBack(List.of(made.key()), BOB)).isEmpty();
    assertThat(take(OURS, 1, BOB, "mail")).isEmpty();
    try (Offers.Ear ear = offers().listen(OURS, List.of("mail"))) {
      assertThat(offers().giveBack(List.of(made.key(), other.key()), ANN))
          .containsExactlyInAnyOrder(made.key(), other.key());
      awaitNews(ear);
    }

    assertThat(take(OURS, 9, BOB, "mail")).containsExactly(made.key(), other.key());
    assertThat(offers().keep(List.of(sign(made)), ANN)).isEmpty();
  }

  @Test
  void shouldGiveBackAllThatSomebodyTookWithoutKnowingAndNothingElse() throws Exception {
    Membership here = join("here");
    Offer first = offered(here, Priority.NORMAL, "mail");
    Offer second = offered(here, Priority.NORMAL, "mail");
    Offer others = offered(here, Priority.NORMAL, "post");
    take(OURS, 2, ANN, "mail");
    take(OURS, 1, BOB, "post");

    try (Offers.Ear ear = offers().listen(OURS, List.of("mail"))) {
      offers().giveBackAll(OURS, ANN);
      awaitNews(ear);
    }

    assertThat(take(OURS, 9, BOB, "mail", "post")).containsExactly(first.key(), second.key());
    assertThat(offers().keep(List.of(sign(others)), BOB)).hasSize(1);
    assertThat(offers().keep(List.of(sign(first)), ANN)).isEmpty();
  }

  @Test
  void shouldWithdrawOffersWithTheCommitThatSettlesThem() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Offer first = offer(card, 1, "mail");
    Offer second = offer(card, 2, "mail");
    done(here, with(birth(card), offering(first, second)));
    take(OURS, 1, ANN, "mail");

    done(here, with(next(card, 2, ON), withdrawing(first)));
    assertThat(offers().of(card.key()))
        .extracting(Offers.Standing::key)
        .containsExactly(second.key());
    done(here, with(next(card, 3, succeeds(card)), withdrawing(second)));

    assertThat(offers().of(card.key())).isEmpty();
  }

  @Test
  void shouldTakeTheSameOfferMadeTwiceForOne() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    Offer made = offer(card, 1, "mail");
    done(here, with(birth(card), offering(made)));
    take(OURS, 1, ANN, "mail");

    done(here, with(next(card, 2, ON), offering(made)));

    assertThat(take(OURS, 1, BOB, "mail")).isEmpty();
    assertThat(offers().keep(List.of(sign(made)), ANN)).hasSize(1);
  }

  @Test
  void shouldTellThoseWhoWaitForAnOffer() throws Exception {
    Membership here = join("here");
    Card card = drafts.card();
    try (Offers.Ear ear = offers().listen(OURS, List.of("mail"))) {
      done(here, with(birth(card), offering(offer(card, 1, "mail"))));
      awaitNews(ear);
    }

    assertThat(take(OURS, 1, ANN, "mail")).hasSize(1);
  }
}
