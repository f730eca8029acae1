package dev.pawl.simulation.contract.store;

import static dev.pawl.simulation.contract.store.TestCommits.ON;
import static dev.pawl.simulation.contract.store.TestCommits.OURS;
import static dev.pawl.simulation.contract.store.TestCommits.THEIRS;
import static dev.pawl.simulation.contract.store.TestCommits.UNTIL_A_MESSAGE;
import static dev.pawl.simulation.contract.store.TestCommits.insert;
import static dev.pawl.simulation.contract.store.TestCommits.next;
import static dev.pawl.simulation.contract.store.TestCommits.offer;
import static dev.pawl.simulation.contract.store.TestCommits.offering;
import static dev.pawl.simulation.contract.store.TestCommits.succeeds;
import static dev.pawl.simulation.contract.store.TestCommits.with;
import static dev.pawl.simulation.contract.store.TestCommits.withdrawing;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.engine.ExecutionId;
import dev.pawl.engine.store.ExecutionMetadata;
import dev.pawl.engine.store.NodeSession;
import dev.pawl.engine.store.Offer;
import dev.pawl.engine.store.Offers;
import dev.pawl.engine.store.Offers.OfferedResource;
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

/** Offers publish tasks to other nodes; each offer is leased by one worker at a time. */
abstract class OffersContract extends StoreTestBase {

  private static final Offers.WorkerRef ANN = new Offers.WorkerRef("ann", Duration.ofMinutes(1));
  private static final Offers.WorkerRef BOB = new Offers.WorkerRef("bob", Duration.ofMinutes(1));
  private static final Offers.WorkerRef SHORT = new Offers.WorkerRef("short", Duration.ZERO);

  private Offers offers() {
    return store().offers();
  }

  private List<Offer.Key> take(
      TenantId tenant, int max, Offers.WorkerRef workerRef, String... resources) {
    return offers().take(tenant, List.of(resources), max, workerRef).stream()
        .map(taken -> taken.offer().key())
        .toList();
  }

  private static Offers.LeaseSignal sign(Offer offer) {
    return new Offers.LeaseSignal(offer.key(), Optional.empty());
  }

  @Test
  void shouldGiveAnOfferAsItWasMade() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info(Priority.HIGH);
    Offer made = offer(info, 1, "mail");

    done(here, with(insert(info, UNTIL_A_MESSAGE), offering(made)));
    Offers.LeasedOffer taken = offers().take(OURS, List.of("mail"), 5, ANN).getFirst();

    assertThat(taken.offer()).usingRecursiveComparison().isEqualTo(made);
    assertThat(offers().of(info.key()).getFirst().holder().orElseThrow().until())
        .isEqualTo(taken.until());
  }

  @Test
  void shouldLeaseEachOfferToOneWorkerTheMostUrgentFirst() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata low = drafts.info(Priority.LOW);
    ExecutionMetadata first = drafts.info();
    ExecutionMetadata second = drafts.info();
    ExecutionMetadata urgent = drafts.info(Priority.CRITICAL);
    List<Offer> made =
        Stream.of(low, first, second, urgent).map(info -> offer(info, 1, "mail")).toList();
    for (Offer one : made) {
      ExecutionMetadata info =
          Stream.of(low, first, second, urgent)
              .filter(c -> c.key().equals(one.key().execution()))
              .findFirst()
              .orElseThrow();
      done(here, with(insert(info), offering(one)));
    }

    assertThat(take(OURS, 2, ANN, "mail")).containsExactly(made.get(3).key(), made.get(1).key());
    assertThat(take(OURS, 5, BOB, "mail")).containsExactly(made.get(2).key(), made.get(0).key());
    assertThat(take(OURS, 5, BOB, "mail")).isEmpty();
  }

  @Test
  void shouldTakeTheMostUrgentOfAllResources() throws Exception {
    NodeSession here = join("here");
    List<Offer> inboxes = new ArrayList<>();
    for (int number = 0; number < 5; number++) {
      inboxes.add(offered(here, Priority.NORMAL, "mail"));
    }
    Offer print = offered(here, Priority.NORMAL, "print");
    Offer urgent = offered(here, Priority.CRITICAL, "fax");

    assertThat(take(OURS, 2, ANN, "mail", "print", "fax", "mail"))
        .containsExactly(urgent.key(), inboxes.getFirst().key());
    assertThat(take(OURS, 9, ANN, "print", "mail"))
        .hasSize(5)
        .startsWith(inboxes.get(1).key())
        .endsWith(print.key());
  }

  private Offer offered(NodeSession here, Priority priority, String resource) throws Exception {
    ExecutionMetadata info = drafts.info(priority);
    Offer made = offer(info, 1, resource);
    done(here, with(insert(info), offering(made)));
    return made;
  }

  @Test
  void shouldLeaveTheOffersOfSomeExecutionsToOthers() throws Exception {
    NodeSession here = join("here");
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
    NodeSession here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    take(OURS, 1, ANN, "mail");

    assertThat(accepted(made, "yes", BOB)).isFalse();
    assertThat(accepted(made, "yes", ANN)).isTrue();
    assertThat(accepted(made, "no", ANN)).isFalse();
    assertThat(accepted(made, "yes", ANN)).as("the same once more").isTrue();
    assertThat(offers().release(List.of(made.key()), ANN)).isEmpty();
    offers().close(made.key());
    assertThat(accepted(made, "yes", ANN)).isFalse();
  }

  @Test
  void shouldAcceptTheAnswerOfTheNextWorkerOfAnOffer() throws Exception {
    NodeSession here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    take(OURS, 1, ANN, "mail");
    offers().release(List.of(made.key()), ANN);
    take(OURS, 1, BOB, "mail");

    assertThat(accepted(made, "yes", ANN)).isFalse();
    assertThat(accepted(made, "no", BOB)).isTrue();
  }

  @Test
  void shouldAcceptOneOfManyAnswersAtOnce() throws Exception {
    NodeSession here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    take(OURS, 1, ANN, "mail");

    List<Boolean> accepted =
        together(
            () -> accepted(made, "a", ANN),
            () -> accepted(made, "b", ANN),
            () -> accepted(made, "c", ANN));

    assertThat(accepted).containsOnlyOnce(true);
  }

  private boolean accepted(Offer offer, String digest, Offers.WorkerRef workerRef) {
    return !offers()
        .accept(List.of(new Offers.OfferAnswer(offer.key(), digest)), workerRef)
        .isEmpty();
  }

  @Test
  void shouldLeaseEachOfferOnceToConcurrentWorkers() throws Exception {
    NodeSession here = join("here");
    for (int number = 0; number < 60; number++) {
      ExecutionMetadata info = drafts.info();
      done(here, with(insert(info), offering(offer(info, 1, "mail"))));
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
    NodeSession here = join("here");
    ExecutionMetadata ours = drafts.info();
    ExecutionMetadata theirs = drafts.info(THEIRS, TestCommits.FLOW);
    Offer inbox = offer(ours, 1, "mail");
    Offer print = offer(ours, 2, "print");
    done(here, with(insert(ours), offering(inbox, print)));
    done(here, with(insert(theirs), offering(offer(theirs, 1, "mail"))));

    assertThat(offers().listOfferedResources())
        .containsExactlyInAnyOrder(
            new OfferedResource(OURS, "mail"),
            new OfferedResource(OURS, "print"),
            new OfferedResource(THEIRS, "mail"));
    assertThat(take(OURS, 9, ANN, "fax")).isEmpty();
    assertThat(take(OURS, 9, ANN, "print", "mail"))
        .containsExactlyInAnyOrder(print.key(), inbox.key());
    assertThat(offers().listOfferedResources())
        .containsExactly(new OfferedResource(THEIRS, "mail"));
  }

  @Test
  void shouldKeepTheLeaseOfALiveWorker() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Offer made = offer(info, 1, "mail");
    done(here, with(insert(info), offering(made)));

    take(OURS, 1, SHORT, "mail");
    assertThat(offers().renew(List.of(sign(made)), ANN)).isEmpty();
    assertThat(
            offers()
                .renew(
                    List.of(new Offers.LeaseSignal(made.key(), Optional.of("{\"done\":7}"))),
                    new Offers.WorkerRef("short", Duration.ofMinutes(1))))
        .hasSize(1)
        .allMatch(Offers.LeaseRenewal::expectsHeartbeat);

    assertThat(offers().listOfferedResources()).isEmpty();
    assertThat(offers().of(info.key()).getFirst().holder().orElseThrow().details())
        .contains("{\"done\":7}");
  }

  @Test
  void shouldOfferTheWorkOfASilentWorkerAgain() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Offer made = offer(info, 1, "mail");
    done(here, with(insert(info), offering(made)));

    take(OURS, 1, SHORT, "mail");
    Await.until(
        "the end of its workerRef's time", () -> !offers().listOfferedResources().isEmpty());

    assertThat(take(OURS, 1, ANN, "mail")).containsExactly(made.key());
    assertThat(offers().renew(List.of(sign(made)), SHORT)).isEmpty();
  }

  @Test
  void shouldKeepTheLeaseOfASilentWorkerThatReturnsFirst() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Offer made = offer(info, 1, "mail");
    done(here, with(insert(info), offering(made)));

    take(OURS, 1, SHORT, "mail");
    Await.until(
        "the end of its workerRef's time", () -> !offers().listOfferedResources().isEmpty());

    assertThat(
            offers()
                .renew(List.of(sign(made)), new Offers.WorkerRef("short", Duration.ofMinutes(1))))
        .hasSize(1);
    assertThat(take(OURS, 1, ANN, "mail")).isEmpty();
  }

  @Test
  void shouldOfferReturnedWorkAgainAndSignalSubscribers() throws Exception {
    NodeSession here = join("here");
    Offer made = offered(here, Priority.NORMAL, "mail");
    Offer other = offered(here, Priority.NORMAL, "mail");

    take(OURS, 2, ANN, "mail");
    assertThat(offers().release(List.of(made.key()), BOB)).isEmpty();
    assertThat(take(OURS, 1, BOB, "mail")).isEmpty();
    try (Offers.OfferSubscription subscription = offers().subscribe(OURS, List.of("mail"))) {
      assertThat(offers().release(List.of(made.key(), other.key()), ANN))
          .containsExactlyInAnyOrder(made.key(), other.key());
      awaitWork(subscription);
    }

    assertThat(take(OURS, 9, BOB, "mail")).containsExactly(made.key(), other.key());
    assertThat(offers().renew(List.of(sign(made)), ANN)).isEmpty();
  }

  @Test
  void shouldReleaseOnlyClaimsThatTheNodeDoesNotKnow() throws Exception {
    NodeSession here = join("here");
    Offer first = offered(here, Priority.NORMAL, "mail");
    Offer second = offered(here, Priority.NORMAL, "mail");
    Offer others = offered(here, Priority.NORMAL, "post");
    take(OURS, 2, ANN, "mail");
    take(OURS, 1, BOB, "post");

    try (Offers.OfferSubscription subscription = offers().subscribe(OURS, List.of("mail"))) {
      offers().releaseAll(OURS, ANN);
      awaitWork(subscription);
    }

    assertThat(take(OURS, 9, BOB, "mail", "post")).containsExactly(first.key(), second.key());
    assertThat(offers().renew(List.of(sign(others)), BOB)).hasSize(1);
    assertThat(offers().renew(List.of(sign(first)), ANN)).isEmpty();
  }

  @Test
  void shouldWithdrawOffersWithTheCommitThatSettlesThem() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Offer first = offer(info, 1, "mail");
    Offer second = offer(info, 2, "mail");
    done(here, with(insert(info), offering(first, second)));
    take(OURS, 1, ANN, "mail");

    done(here, with(next(info, 2, ON), withdrawing(first)));
    assertThat(offers().of(info.key()))
        .extracting(Offers.OfferStatus::key)
        .containsExactly(second.key());
    done(here, with(next(info, 3, succeeds(info)), withdrawing(second)));

    assertThat(offers().of(info.key())).isEmpty();
  }

  @Test
  void shouldTreatARepeatedOfferAsOne() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    Offer made = offer(info, 1, "mail");
    done(here, with(insert(info), offering(made)));
    take(OURS, 1, ANN, "mail");

    done(here, with(next(info, 2, ON), offering(made)));

    assertThat(take(OURS, 1, BOB, "mail")).isEmpty();
    assertThat(offers().renew(List.of(sign(made)), ANN)).hasSize(1);
  }

  @Test
  void shouldSignalSubscribersOfAnOffer() throws Exception {
    NodeSession here = join("here");
    ExecutionMetadata info = drafts.info();
    try (Offers.OfferSubscription subscription = offers().subscribe(OURS, List.of("mail"))) {
      done(here, with(insert(info), offering(offer(info, 1, "mail"))));
      awaitWork(subscription);
    }

    assertThat(take(OURS, 1, ANN, "mail")).hasSize(1);
  }
}
